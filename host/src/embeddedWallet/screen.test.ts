import { connectionWith, ethereum, fakeAdapter, solana } from '@portico/contracts/testing'
import { turns } from '../../testing/embeddedWallet.ts'
import { createTestStore } from '../../testing/store.ts'
import { connected } from '../connections/connectionsSlice.ts'
import { createScreen } from './screen.ts'

/** A visitor with accounts in two families, on a page that is on Ethereum. */
function visitor() {
  const evm = fakeAdapter()
  const sol = fakeAdapter({ namespace: 'solana', connectors: [] })
  const { store, commands } = createTestStore({ adapters: [evm, sol], networks: [ethereum, solana] })
  store.dispatch(connected({ namespace: 'eip155', connection: connectionWith() }))
  store.dispatch(
    connected({
      namespace: 'solana',
      connection: { connectorId: 'AUTH', accounts: [{ address: 'SoLAda' }], caipNetworkId: solana.caipNetworkId },
    }),
  )
  const screen = createScreen({ store, commands, opening: { open: async () => {}, present: () => {} } })
  const networksAsked = () =>
    [...evm.calls, ...sol.calls].filter(({ method }) => method === 'getBalance').map(({ args }) => args[1])
  return { screen, networksAsked }
}

test.each([
  ['eip155', ethereum.caipNetworkId],
  ['solana', solana.caipNetworkId],
] as const)('an approval in %s may have moved funds, so the balance is loaded again', async (namespace, id) => {
  const { screen, networksAsked } = visitor()
  for (const times of [1, 2]) {
    screen.approvalEnded({ namespace, outcome: 'success', left: 0 })
    await turns()
    expect(networksAsked()).toEqual(Array(times).fill(id))
  }
})

test('after a refusal the balance is not loaded again', async () => {
  const { screen, networksAsked } = visitor()
  screen.approvalEnded({ namespace: 'eip155', outcome: 'error', left: 0 })
  await turns()
  expect(networksAsked()).toEqual([])
})
