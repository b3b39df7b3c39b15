import { ModalError, type PaymentProgress } from '@portico/contracts'
import { connectionWith, ethereum, fakeAdapter, harbor, OTHER_ADDRESS } from '@portico/contracts/testing'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { createTestStore } from '../../testing/store.ts'
import { connected, disconnected } from '../connections/connectionsSlice.ts'
import { closed, opened, viewPushed } from '../router/routerSlice.ts'
import { payForSite } from './payForSite.ts'

const ASKED = { paymentAsset: { network: 'eip155:1', asset: 'native' }, recipient: OTHER_ADDRESS, amount: '1' }
const HASH = `0x${'1'.repeat(64)}`

/** The pay remote's state, as far as the host knows it. */
const pay = createSlice({
  name: 'pay',
  initialState: { payment: null as PaymentProgress | null },
  reducers: { paid: (_, { payload }: PayloadAction<PaymentProgress>) => ({ payment: payload }) },
})

function page() {
  const { store, reducers } = createTestStore({ networks: [ethereum], adapters: [fakeAdapter()] })
  reducers.add('pay', pay.reducer)
  const open = jest.fn(async () => void store.dispatch(opened({ view: 'Pay', params: ASKED })))
  const present = jest.fn((view: 'Pay') => void store.dispatch(opened({ view, params: ASKED })))
  const connect = () => store.dispatch(connected({ namespace: 'eip155', connection: connectionWith(harbor, ethereum) }))
  const goes = (change: Partial<PaymentProgress>) =>
    void store.dispatch(pay.actions.paid({ id: 'p1', phase: 'pending', caipNetworkId: 'eip155:1', ...change }))
  const close = () => void store.dispatch(closed({ view: 'Connect' }))
  return { store, open, present, connect, goes, close, site: { store, open, present } as never }
}
const moment = () => new Promise((resolve) => setTimeout(resolve, 0))

test('the site is told of a payment as soon as it has been made', async () => {
  const { site, open, goes } = page()
  const paid = payForSite(site, ASKED)
  await moment()
  expect(open).toHaveBeenCalledWith({ view: 'Pay', arguments: ASKED })
  goes({ hash: HASH })
  goes({ hash: HASH, phase: 'success' })
  expect(await paid).toEqual({ status: 'success', hash: HASH })
})

test("for a payment from an exchange, the site gets the exchange's name", async () => {
  const { site, goes } = page()
  const paid = payForSite(site, ASKED)
  await moment()
  goes({ phase: 'success', exchange: { id: 'harbor', name: 'Harbor' } })
  expect(await paid).toEqual({ status: 'success', exchange: 'harbor' })
})

test.each([
  ['pending', { phase: 'pending', hash: HASH }, { status: 'submitted', hash: HASH }],
  ['open at an exchange', { phase: 'open', exchange: { id: 'x', name: 'X' } }, { status: 'submitted', exchange: 'x' }],
  ['lost', { phase: 'lost' }, { status: 'submitted' }],
  ['failed on the chain', { phase: 'failed', hash: HASH }, { status: 'failed', hash: HASH }],
] as const)('closing the window while the payment is %s reports that status', async (_, progress, outcome) => {
  const { site, goes, close } = page()
  const paid = payForSite(site, ASKED)
  await moment()
  goes(progress)
  close()
  expect(await paid).toEqual(outcome)
})

test.each([
  ['before anything was paid', undefined],
  ['while the page of an exchange is being requested', { phase: 'preparing' }],
  ['after an exchange has declined', { phase: 'failed' }],
] as const)('closing the window %s rejects the request', async (_, progress) => {
  const { site, goes, close } = page()
  const paid = payForSite(site, ASKED)
  await moment()
  if (progress) goes(progress)
  close()
  await expect(paid).rejects.toMatchObject({ code: 'connection.modalClosed' })
})

test('an earlier payment does not count as the result of a new request', async () => {
  const { site, goes, close } = page()
  goes({ phase: 'pending', hash: HASH })
  const paid = payForSite(site, ASKED)
  await moment()
  goes({ phase: 'success', hash: HASH })
  close()
  await expect(paid).rejects.toMatchObject({ code: 'connection.modalClosed' })
})

test('a visitor who connects a wallet to pay returns to the payment, while the site keeps waiting', async () => {
  const { site, store, present, connect, goes, close } = page()
  const paid = payForSite(site, ASKED)
  await moment()
  store.dispatch(viewPushed({ view: 'Connect' }))
  connect()
  close()
  expect(present).toHaveBeenCalledWith('Pay', ASKED)
  goes({ phase: 'success', hash: HASH })
  expect(await paid).toEqual({ status: 'success', hash: HASH })
})

test('a visitor who looks at other wallets and keeps the same one returns to the payment too', async () => {
  const { site, store, present, connect, close } = page()
  connect()
  const paid = payForSite(site, ASKED)
  await moment()
  store.dispatch(viewPushed({ view: 'Connect' }))
  connect()
  close()
  expect(present.mock.calls).toEqual([['Pay', ASKED]])
  close()
  await expect(paid).rejects.toMatchObject({ code: 'connection.modalClosed' })
})

test('disconnecting keeps the payment open; closing the window once more ends the payment', async () => {
  const { site, store, present, connect, close } = page()
  connect()
  const paid = payForSite(site, ASKED)
  await moment()
  store.dispatch(disconnected({ namespace: 'eip155', connectorId: harbor.id }))
  close()
  expect(present.mock.calls).toEqual([['Pay', ASKED]])
  close()
  await expect(paid).rejects.toMatchObject({ code: 'connection.modalClosed' })
})

test('an unavailable view causes an error, so that the site does not wait', async () => {
  const { site, open } = page()
  open.mockRejectedValueOnce(new ModalError('view.unavailable', { details: { view: 'Pay' } }))
  await expect(payForSite(site, ASKED)).rejects.toMatchObject({ code: 'view.unavailable' })
})
