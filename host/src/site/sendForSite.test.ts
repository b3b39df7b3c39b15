import type { TransactionNote } from '@portico/contracts'
import { connectionWith, ethereum, fakeAdapter, harbor, OTHER_ADDRESS, polygon } from '@portico/contracts/testing'
import { createTestStore } from '../../testing/store.ts'
import { askingSlice, walletAnswered, walletAsked } from '../acting/askingSlice.ts'
import { connected } from '../connections/connectionsSlice.ts'
import { closed, opened } from '../router/routerSlice.ts'
import { sendForSite } from './sendForSite.ts'

const ASKED = { amount: '1', namespace: 'eip155', chainId: 1, to: OTHER_ADDRESS }

function page() {
  const adapter = fakeAdapter()
  const { store, reducers } = createTestStore({ networks: [ethereum, polygon], adapters: [adapter] })
  reducers.add(askingSlice.name, askingSlice.reducer)
  store.dispatch(connected({ namespace: 'eip155', connection: connectionWith(harbor, ethereum) }))
  const open = jest.fn(async () => void store.dispatch(opened({ view: 'WalletSend', params: ASKED })))
  return { store, open, adapter }
}
const moment = () => new Promise((resolve) => setTimeout(resolve, 0))

const HASH = `0x${'1'.repeat(64)}`
const NOTE: TransactionNote = {
  type: 'send',
  amount: '1000000000000000000',
  decimals: 18,
  symbol: 'ETH',
  to: OTHER_ADDRESS,
}

/** Reports a transaction in the same way as the acting code. */
function walletOf(store: ReturnType<typeof page>['store'], note: TransactionNote, id = 1) {
  const { caipNetworkId } = ethereum
  store.dispatch(walletAsked({ id, caipNetworkId, from: harbor.id, note }) as never)
  return (hash?: string) => void store.dispatch(walletAnswered({ id, hash }) as never)
}

test("the site's request is shown, and resolves with the transaction that was sent", async () => {
  const { store, open } = page()
  const sent = sendForSite({ store, open }, ASKED)
  await moment()
  expect(open).toHaveBeenCalledWith({ view: 'WalletSend', arguments: ASKED })
  walletOf(store, NOTE)(HASH)
  expect(await sent).toEqual({ hash: HASH })
})

test('if the window is closed early, the request rejects', async () => {
  const { store, open } = page()
  const sent = sendForSite({ store, open }, ASKED)
  await moment()
  store.dispatch(closed({ view: 'Connect' }))
  await expect(sent).rejects.toMatchObject({ code: 'connection.modalClosed' })
})

test('closing the window does not end a request pending in the wallet: it can still be approved', async () => {
  const { store, open } = page()
  const sent = sendForSite({ store, open }, ASKED)
  await moment()
  const answer = walletOf(store, NOTE)
  store.dispatch(closed({ view: 'Connect' }))
  await moment()
  answer(HASH)
  expect(await sent).toEqual({ hash: HASH })
})

test('if the wallet refuses after the window was closed, nothing counts as sent', async () => {
  const { store, open } = page()
  const sent = sendForSite({ store, open }, ASKED)
  await moment()
  const answer = walletOf(store, NOTE)
  store.dispatch(closed({ view: 'Connect' }))
  answer()
  await expect(sent).rejects.toMatchObject({ code: 'connection.modalClosed' })
})

test.each<[string, Partial<TransactionNote>]>([
  ['to another receiver', { to: harbor.id }],
  ['of another amount', { amount: '1000000000000000001' }],
  ['of a token', { token: OTHER_ADDRESS }],
  ['for a swap', { type: 'swap' }],
])('another transaction that the visitor sends, %s, does not count as the result of the request', async (_, over) => {
  const { store, open } = page()
  const sent = sendForSite({ store, open }, ASKED)
  await moment()
  walletOf(store, { ...NOTE, ...over })(HASH)
  store.dispatch(closed({ view: 'Connect' }))
  await expect(sent).rejects.toMatchObject({ code: 'connection.modalClosed' })
})

test('an earlier transaction does not count as the result if the same request is made again', async () => {
  const { store, open } = page()
  walletOf(store, NOTE)(HASH)
  const sent = sendForSite({ store, open }, ASKED)
  await moment()
  const later = `0x${'2'.repeat(64)}`
  walletOf(store, NOTE, 2)(later)
  expect(await sent).toEqual({ hash: later })
})

test('a wallet on another network is asked to switch to the requested one', async () => {
  const { store, open, adapter } = page()
  const sent = sendForSite({ store, open }, { ...ASKED, chainId: polygon.id })
  await moment()
  expect(adapter.calls.at(-1)).toEqual({ method: 'switchNetwork', args: [harbor.id, polygon.caipNetworkId] })
  expect(open).toHaveBeenCalledTimes(1)
  store.dispatch(closed({ view: 'Connect' }))
  await expect(sent).rejects.toMatchObject({ code: 'connection.modalClosed' })
})

test('if the wallet stays on its network, the site gets an error, and no view is shown', async () => {
  const { store, open, adapter } = page()
  adapter.fail('switchNetwork', 'declined')
  await expect(sendForSite({ store, open }, { ...ASKED, chainId: polygon.id })).rejects.toMatchObject({
    code: 'chain.switchDeclined',
  })
  expect(open).not.toHaveBeenCalled()
})
