import { type Commands, type PaymentPhase, serializeError } from '@portico/contracts'
import type { ExchangeBuyStatus } from '@portico/contracts/services/payments'
import { checkDelivery } from '../guard/checkDelivery.ts'
import { unexpected } from '../guard/unexpected.ts'
import { moved, type Payment } from '../paySlice.ts'
import { askStatus } from './askExchanges.ts'
import { payWindows } from './payWindows.ts'

/** services.md §9.1: the shortest allowed interval. */
export const POLL_MS = 3_000
/** Poll interval once the window is closed. The service expires unpaid sessions itself. */
export const SLOW_POLL_MS = 10_000
/** Polling stops after this many consecutive failures. */
export const MISSED_MAX = 20

const waitOf = ({ phase }: Payment) => (phase === 'closed' || phase === 'blocked' ? SLOW_POLL_MS : POLL_MS)

/** Before any payment, the phase depends on the window alone. */
function phaseOf({ status }: ExchangeBuyStatus, before: PaymentPhase, isWindowOpen: boolean): PaymentPhase {
  if (status === 'FAILED') return 'failed'
  if (status !== 'UNKNOWN') return 'pending'
  if (isWindowOpen) return 'open'
  return before === 'blocked' ? 'blocked' : 'closed'
}

/** How to read and update the payment being followed. */
interface Around {
  readonly acting: Commands['acting']
  /** The current payment; undefined once its outcome is final or another payment has replaced it. */
  readonly current: () => Payment | undefined
  readonly dispatch: (action: ReturnType<typeof moved>) => unknown
  readonly delay: (milliseconds: number) => Promise<void>
  readonly signal: AbortSignal
}

/** Polls the service until the outcome of an exchange payment is final. Rejects only if `signal` aborts. */
export async function followExchange(
  sessionId: string,
  { acting, current, dispatch, delay, signal }: Around,
): Promise<void> {
  let missed = 0
  for (let payment = current(); payment; payment = current()) {
    await delay(waitOf(payment))
    const { id, bill, exchange } = payment
    if (!exchange) return
    try {
      const commands = await acting()
      const status = await askStatus(commands, { exchangeId: exchange.id, sessionId }, signal)
      const hash = status.txHash
      const phase = phaseOf(status, payment.phase, payWindows.isOpen(id))
      if (status.status !== 'SUCCESS') {
        dispatch(moved({ id, phase, ...(hash !== undefined && { hash }) }))
        missed = 0
        continue
      }
      // The chain overrides what the exchange says.
      const found = hash === undefined ? 'unknown' : await checkDelivery(bill, hash, commands, signal)
      if (found === 'otherwise') {
        const error = unexpected('the transaction named by the exchange didn’t pay this')
        dispatch(moved({ id, phase: 'lost', hash, error: serializeError(error, 'transaction.unexpected') }))
      } else if (found !== 'waiting') dispatch(moved({ id, phase: 'success', hash }))
      else {
        dispatch(moved({ id, phase: 'pending', hash }))
        if (++missed >= MISSED_MAX) dispatch(moved({ id, phase: 'lost' }))
      }
    } catch {
      signal.throwIfAborted()
      if (++missed >= MISSED_MAX) dispatch(moved({ id, phase: 'lost' }))
    }
  }
}
