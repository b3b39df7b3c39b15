import { parseCaipNetworkId, type RemoteStart, transactionConfirmed } from '@portico/contracts'
import type { TypedStartListening } from '@reduxjs/toolkit'
import { askOrder } from './askOnramp.ts'
import { buyWindows } from './buyWindows.ts'
import {
  isOver,
  type OnrampRoot,
  orderLost,
  orderRead,
  type Purchase,
  pageFound,
  selectPurchase,
  windowClosed,
} from './onrampSlice.ts'

/** Poll interval while the payment window is open. */
export const POLL_MS = 2_000
/** Poll interval once the window is closed. The service expires unpaid orders itself. */
export const SLOW_POLL_MS = 10_000
/** Polling stops after this many consecutive failures. */
export const MISSED_MAX = 20

const waitOf = ({ phase }: Purchase) => (phase === 'closed' || phase === 'blocked' ? SLOW_POLL_MS : POLL_MS)

/** Follows a purchase from its page until its outcome is final, whichever view is open. */
export function followPurchases({ startListening, commands }: RemoteStart): void {
  const listen = startListening as unknown as TypedStartListening<OnrampRoot>
  listen({
    actionCreator: pageFound,
    effect: async (
      { payload: { id, orderId } },
      { cancelActiveListeners, delay, dispatch, getState, signal: life },
    ) => {
      cancelActiveListeners()
      const current = () => {
        const purchase = selectPurchase(getState())
        return purchase?.id === id && !isOver(purchase) ? purchase : undefined
      }
      let missed = 0
      for (let purchase = current(); purchase; purchase = current()) {
        await delay(waitOf(purchase))
        const isWindowOpen = buyWindows.isOpen(id)
        if (orderId === undefined) {
          if (!isWindowOpen && current()?.phase === 'open') dispatch(windowClosed(id))
          continue
        }
        try {
          const order = await askOrder(commands, orderId, life)
          missed = 0
          dispatch(orderRead({ id, order, isWindowOpen }))
          if (order.status === 'delivered' && order.txHash !== undefined) {
            const { namespace } = parseCaipNetworkId(purchase.caipNetworkId)
            dispatch(transactionConfirmed({ namespace, hash: order.txHash }))
          }
        } catch {
          life.throwIfAborted()
          if (++missed >= MISSED_MAX) dispatch(orderLost(id))
        }
      }
    },
  })
  listen({
    // A disconnect or a new purchase closes the old payment window.
    predicate: (_, now, before) => selectPurchase(before)?.id !== selectPurchase(now)?.id,
    effect: (_, { getOriginalState }) => {
      const left = selectPurchase(getOriginalState())
      if (left) buyWindows.close(left.id)
    },
  })
}
