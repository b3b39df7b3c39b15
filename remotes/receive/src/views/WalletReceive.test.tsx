/** @jest-environment jsdom */
import {
  ADDRESS,
  ethereum,
  fakeHost,
  hostState,
  polygon,
  renderView,
  solana,
  unmountAll,
} from '@portico/contracts/testing'
import remote from '../remote.ts'
import WalletReceive from './WalletReceive.tsx'

afterEach(unmountAll)

const show = (state = hostState({ networks: [ethereum, polygon, solana] })) =>
  renderView(WalletReceive, { host: fakeHost({ remote, state }) })

test('the address is there as a picture for a camera, in full for people, and by name for ears', async () => {
  const view = await show()
  expect(view.names('[role=img]')).toEqual([`QR code of your address ${ADDRESS}`])
  expect(view.text()).toContain(ADDRESS)
})

test('the picture has the quiet zone of four modules that a camera needs', async () => {
  const view = await show()
  const box = view.container.querySelector('svg[role=img]')?.getAttribute('viewBox')
  // Version 3 holds 42 bytes: 29 modules, and four on each side.
  expect(box).toBe('0 0 37 37')
})

test('one press copies the address, and says so', async () => {
  const view = await show()
  await view.press('Copy address')
  expect(view.host.asked).toEqual([['copy', ADDRESS, 'Address copied']])
})

test('on how many networks it works is said, and which they are is one press away', async () => {
  const view = await show()
  await view.press('Works on 2 networks')
  expect(view.host.asked).toEqual([['navigate', 'WalletCompatibleNetworks']])
})

test('one network is one network', async () => {
  const view = await show(hostState({ networks: [ethereum, solana] }))
  expect(view.button('Works on one network')).toBeDefined()
})

test('without an account there is nothing to be paid at', async () => {
  expect((await show(hostState({ connection: null }))).container.innerHTML).toBe('')
})
