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

test('the address is shown as a QR code and in full, with a label for screen readers', async () => {
  const view = await show()
  expect(view.names('[role=img]')).toEqual([`QR code of your address ${ADDRESS}`])
  expect(view.text()).toContain(ADDRESS)
})

test('the QR code has the quiet zone of four modules that cameras need', async () => {
  const view = await show()
  const box = view.container.querySelector('svg[role=img]')?.getAttribute('viewBox')
  // Version 3 holds 42 bytes: 29 modules, and four on each side.
  expect(box).toBe('0 0 37 37')
})

test('one press copies the address, and a message says so', async () => {
  const view = await show()
  await view.press('Copy address')
  expect(view.host.asked).toEqual([['copy', ADDRESS, 'Address copied']])
})

test('the number of networks is shown, and one press lists them', async () => {
  const view = await show()
  await view.press('Works on 2 networks')
  expect(view.host.asked).toEqual([['navigate', 'WalletCompatibleNetworks']])
})

test('a single network is written in the singular', async () => {
  const view = await show(hostState({ networks: [ethereum, solana] }))
  expect(view.button('Works on one network')).toBeDefined()
})

test('without an account no address is shown', async () => {
  expect((await show(hostState({ connection: null }))).container.innerHTML).toBe('')
})
