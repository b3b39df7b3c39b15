import { NATIVE_ASSET } from '@portico/contracts/services/payments'
import type { Bill } from './bill/bill.ts'
import type { Payment } from './paySlice.ts'

type Event = readonly [name: string, properties: Readonly<Record<string, unknown>>]

/** public-api.md §10. The amount stays text, since nothing computes with it. */
const configurationOf = ({ caipNetworkId, recipient, amount, token }: Bill) => ({
  network: caipNetworkId,
  asset: token.address ?? NATIVE_ASSET,
  amount,
  recipient,
})

const paymentOf = ({ id, bill, exchange, sessionId, phase, hash, error }: Payment) => ({
  source: 'pay',
  paymentId: id,
  configuration: configurationOf(bill),
  currentPayment: {
    type: exchange ? 'exchange' : 'wallet',
    ...(exchange && { exchangeId: exchange.id }),
    ...(sessionId !== undefined && { sessionId }),
    status: phase,
    ...(hash !== undefined && { result: hash }),
  },
  ...(error && { message: error.message }),
})

/** The event for a payment's phase; undefined if there is none. */
export function eventOf(payment: Payment): Event | undefined {
  const { phase } = payment
  if (phase === 'success') return ['PAY_SUCCESS', paymentOf(payment)]
  if (phase === 'failed' || phase === 'lost') return ['PAY_ERROR', paymentOf(payment)]
  return undefined
}

export const initiated = (payment: Payment): Event => ['PAY_INITIATED', paymentOf(payment)]

export const exchangeSelected = (bill: Bill, id: string): Event => [
  'PAY_EXCHANGE_SELECTED',
  { exchange: { id }, configuration: configurationOf(bill), headless: false, source: 'pay' },
]

export const opened = (bill: Bill, exchanges: readonly { readonly id: string }[]): Event => [
  'PAY_MODAL_OPEN',
  { exchanges: exchanges.map(({ id }) => ({ id })), configuration: configurationOf(bill) },
]
