import { ADDRESS, ethereum } from '@portico/contracts/testing'
import { FRIEND, TOKEN } from '../testing.ts'
import { loadPaid } from './loadPaid.ts'

const { caipNetworkId } = ethereum
const { signal } = new AbortController()

const item = (metadata: object = {}, transfer: object = {}) => ({
  id: '1',
  metadata: {
    operationType: 'send',
    hash: '0x1',
    minedAt: '2026-01-01T00:00:00Z',
    sentFrom: ADDRESS.toLowerCase(),
    sentTo: FRIEND,
    status: 'confirmed',
    nonce: 1,
    chain: caipNetworkId,
    ...metadata,
  },
  transfers: [{ direction: 'out', quantity: { numeric: '1.5' }, ...transfer }],
})
const paidIn = (...data: readonly unknown[]) =>
  loadPaid({ address: ADDRESS, caipNetworkId }, { askService: async () => ({ data, next: null }) }, signal)

test('each receiver that the account has paid is listed once, even if other entries are unreadable', async () => {
  expect(await paidIn({ id: 5 }, item(), item(), item({ sentTo: TOKEN }))).toEqual([FRIEND, TOKEN])
})

test.each<[string, object, object]>([
  ['an incoming transfer', { operationType: 'receive', sentFrom: TOKEN, sentTo: ADDRESS }, { direction: 'in' }],
  ['a transfer of zero', {}, { quantity: { numeric: '0' } }],
  ['a transfer from another account', { sentFrom: TOKEN }, {}],
  ['a failed transfer', { status: 'failed' }, {}],
  ['a transfer on another network', { chain: 'eip155:10' }, {}],
])('%s does not count as a payment by the account', async (_, metadata, transfer) => {
  expect(await paidIn(item(metadata, transfer))).toEqual([])
})

test('an invalid history answer gives no receivers', async () => {
  const asking = { askService: async () => 'no' }
  expect(await loadPaid({ address: ADDRESS, caipNetworkId }, asking, signal)).toEqual([])
})
