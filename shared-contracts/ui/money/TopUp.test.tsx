/** @jest-environment jsdom */
import {
  connectionWith,
  ethereum,
  fakeHost,
  harbor,
  hostState,
  inHost,
  render,
  solana,
  topUpWays,
  unmountAll,
} from '@portico/contracts/testing'
import { selectTopUps, TopUp } from './index.ts'

afterEach(unmountAll)

const { onramp, receive } = topUpWays

const bitcoin = { ...solana, chainNamespace: 'bip122', caipNetworkId: 'bip122:x' } as const
const on = (network: typeof ethereum | typeof bitcoin) => ({
  networks: [network],
  connectors: [{ ...harbor, namespace: network.chainNamespace }],
  connection: connectionWith(harbor, network),
})
const namesOf = (state: Parameters<typeof selectTopUps>[0]) => selectTopUps(state).map(({ label }) => label)

test.each([
  ['both, the quicker first', { receive, onramp }, ethereum, ['Buy', 'Receive']],
  ['only what works on the network', { receive, onramp }, bitcoin, ['Receive']],
  ['only what is switched on', { onramp }, solana, ['Buy']],
])('the ways to top up: %s', (_, topUps, network, expected) => {
  expect(namesOf(hostState({ ...on(network), topUps }))).toEqual(expected)
})

test('nothing is offered until the enabled features are known', () => {
  expect(namesOf(hostState())).toEqual([])
})

test('the list is the same object while nothing changes, and another object on a different network', () => {
  const state = hostState({ topUps: { receive, onramp } })
  expect(selectTopUps({ ...state })).toBe(selectTopUps(state))
  const elsewhere = { ...hostState(on(bitcoin)), remotes: state.remotes }
  expect([namesOf(elsewhere), namesOf(state)]).toEqual([['Receive'], ['Buy', 'Receive']])
})

test('each way to top up opens its own view on top of the current one', async () => {
  const ways = selectTopUps(hostState({ topUps: { receive, onramp } }))
  const host = fakeHost()
  const view = await render(inHost(host, <TopUp label="Get more ETH" ways={ways} />))
  expect([view.names('[role=group]'), view.names('button')]).toEqual([['Get more ETH'], ['Buy', 'Receive']])
  await view.press('Receive')
  await view.press('Buy')
  expect(host.asked).toEqual([
    ['navigate', 'WalletReceive'],
    ['navigate', 'OnRampProviders'],
  ])
})

test('without a way to top up, nothing is shown', async () => {
  const view = await render(inHost(fakeHost(), <TopUp label="Get more ETH" ways={[]} />))
  expect(view.container.innerHTML).toBe('')
})
