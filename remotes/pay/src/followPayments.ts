import { type PaymentPhase, type RemoteStart, selectTransactions, type TransactionPhase } from '@portico/contracts'
import type { TypedStartListening } from '@reduxjs/toolkit'
import { payWindows } from './exchange/payWindows.ts'
import { isOver, moved, type PayRoot, pageFound, selectPayment } from './paySlice.ts'

/** The payment phase for a transaction phase. A replacement may or may not have paid, so its phase is unknown. */
const PHASES: Readonly<Record<TransactionPhase, PaymentPhase>> = {
  pending: 'pending',
  confirmed: 'success',
  failed: 'failed',
  replaced: 'lost',
  dropped: 'lost',
}

/**
 * Follows a payment until its outcome is final, whichever view is open. Its code loads only once a visitor pays.
 */
export function followPayments({ startListening, commands }: RemoteStart): void {
  const listen = startListening as unknown as TypedStartListening<PayRoot>

  listen({
    actionCreator: pageFound,
    effect: async ({ payload: { id, sessionId } }, { cancelActiveListeners, delay, dispatch, getState, signal }) => {
      cancelActiveListeners()
      const current = () => {
        const payment = selectPayment(getState())
        return payment?.id === id && !isOver(payment) ? payment : undefined
      }
      try {
        const { followExchange } = await import(/* webpackChunkName: "follow" */ './exchange/followExchange.ts')
        await followExchange(sessionId, { acting: commands.acting, current, dispatch, delay, signal })
      } catch {
        signal.throwIfAborted()
        // The code that follows payments could not be loaded, so the status will stay unknown.
        dispatch(moved({ id, phase: 'lost' }))
      }
    },
  })

  listen({
    // The host tracks the transactions that a wallet sent, across reloads.
    predicate: (_, now, before) => selectTransactions(now) !== selectTransactions(before),
    effect: (_, { dispatch, getState }) => {
      const payment = selectPayment(getState())
      if (!payment || payment.exchange || payment.hash === undefined || payment.phase === 'success') return
      const { id, caipNetworkId, hash, phase: before } = payment
      const sent = selectTransactions(getState()).find(
        (one) => one.hash === hash && one.caipNetworkId === caipNetworkId,
      )
      const phase = sent && PHASES[sent.phase]
      if (phase && phase !== before) dispatch(moved({ id, phase }))
    },
  })

  listen({
    predicate: (_, now, before) => selectPayment(now)?.phase !== selectPayment(before)?.phase,
    effect: (_, { getState }) => {
      const payment = selectPayment(getState())
      if (!payment) return
      const tell = async () => {
        const [{ track }, { eventOf }] = await Promise.all([
          commands.acting(),
          import(/* webpackChunkName: "events" */ './payEvents.ts'),
        ])
        const event = eventOf(payment)
        if (event) track(...event)
      }
      tell().catch(() => {})
    },
  })

  listen({
    // A new payment closes the window of the old one.
    predicate: (_, now, before) => selectPayment(before)?.id !== selectPayment(now)?.id,
    effect: (_, { getOriginalState }) => {
      const left = selectPayment(getOriginalState())
      if (left) payWindows.close(left.id)
    },
  })
}
