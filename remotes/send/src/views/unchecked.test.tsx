/** @jest-environment jsdom */
import {
  fakeHost,
  harbor,
  hostState,
  OTHER_SOLANA_ADDRESS,
  renderView,
  SOLANA_ADDRESS,
  solana,
  unmountAll,
} from '@portico/contracts/testing'
import remote from '../remote.ts'
import { amountTyped, receiverTyped, tokenChosen } from '../sendSlice.ts'
import WalletSend from './WalletSend.tsx'

jest.mock('../receiver/readSolanaReceiver.ts', () => {
  throw new Error('the line is cut')
})
afterEach(unmountAll)

test('an address that cannot be validated is reported, and not paid', async () => {
  const { caipNetworkId } = solana
  const sol = { caipNetworkId, name: 'Solana', symbol: 'SOL', decimals: 9, amount: '2000000000' }
  const connection = { connectorId: harbor.id, accounts: [{ address: SOLANA_ADDRESS }] as const, caipNetworkId }
  const connectors = [{ ...harbor, namespace: 'solana' as const }]
  const host = fakeHost({ remote, state: hostState({ networks: [solana], connectors, connection, holdings: [sol] }) })
  host.store.dispatch(tokenChosen(sol))
  host.store.dispatch(amountTyped('1'))
  host.store.dispatch(receiverTyped(OTHER_SOLANA_ADDRESS))
  const view = await renderView(WalletSend, { host })
  expect(view.text()).toContain('Can’t check the address right now. Check your connection, then enter it again.')
  expect(view.button('Invalid address').disabled).toBe(true)
})
