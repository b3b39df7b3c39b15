/** @jest-environment jsdom */
import { ethereum, fakeHost, hostState, polygon, renderView, solana, unmountAll } from '@portico/contracts/testing'
import remote from '../remote.ts'
import WalletCompatibleNetworks from './WalletCompatibleNetworks.tsx'

afterEach(unmountAll)

const show = (state = hostState({ networks: [solana, polygon, ethereum] })) =>
  renderView(WalletCompatibleNetworks, { host: fakeHost({ remote, state }) })

const namesOf = (list: Element) => [...list.querySelectorAll('li')].map((item) => item.lastChild?.textContent)

test('the networks on which the address can be paid are named, the active one first', async () => {
  expect(namesOf((await show()).container)).toEqual(['Ethereum', 'Polygon'])
})

test('a warning says what happens on other networks', async () => {
  expect((await show()).text()).toContain(
    'Only receive assets on these networks. Assets sent on another network may be lost.',
  )
})

test('a single network is written in the singular', async () => {
  const view = await show(hostState({ networks: [ethereum] }))
  expect(view.text()).toContain('Only receive assets on this network.')
})

test('without an account nothing is shown', async () => {
  expect((await show(hostState({ connection: null }))).container.innerHTML).toBe('')
})
