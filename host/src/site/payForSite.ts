import { ModalError, type PayArguments, selectConnection, type ViewName } from '@portico/contracts'
import type { Opening } from '../opening/createOpening.ts'
import { selectCurrentEntry, selectIsOpen } from '../router/routerSlice.ts'
import type { RootState, ShellStore } from '../store.ts'
import type { Paid } from './publicApi.ts'

interface Site extends Pick<Opening, 'open' | 'present'> {
  readonly store: ShellStore
}

/** Views that follow connecting, from which the visitor returns to the payment. */
const AFTER_CONNECTING: readonly ViewName[] = ['Account', 'ProfileWallets']

/** The outcome of a payment; undefined if nothing was paid. `isLeft`: whether the window was closed. */
function outcomeOf({ pay }: RootState, isLeft: boolean): Paid | undefined {
  const { payment } = pay ?? {}
  if (!payment) return undefined
  const { phase, hash, exchange } = payment
  const facts = { ...(hash !== undefined && { hash }), ...(exchange && { exchange: exchange.id }) }
  if (phase === 'success') return { status: 'success', ...facts }
  if (!isLeft) return undefined
  if (phase === 'failed') return hash === undefined ? undefined : { status: 'failed', ...facts }
  return phase === 'preparing' ? undefined : { status: 'submitted', ...facts }
}

/**
 * Asks the visitor for a payment to the site (public-api.md §15). A visitor who connects a wallet for this, or
 * disconnects one, returns to the payment.
 * @returns the outcome, as soon as the payment is made, or when the window is closed
 * @throws ModalError as `open` does, and `connection.modalClosed` if nothing has been paid
 */
export async function payForSite({ store, open, present }: Site, order: PayArguments): Promise<Paid> {
  const before = store.getState().pay?.payment?.id
  await open({ view: 'Pay', arguments: order })
  return new Promise((resolve, reject) => {
    // Compared as an object, because choosing the same wallet again also returns to the payment.
    const payer = () => selectConnection(store.getState())
    const isPaying = () => selectCurrentEntry(store.getState()).view.startsWith('Pay')
    let seen = isPaying() ? payer() : undefined
    // Disconnecting closes the window, but the payment stays open.
    let hasLeft = false
    const look = () => {
      const state = store.getState()
      const isOpen = selectIsOpen(state)
      if (isOpen && isPaying()) {
        hasLeft ||= seen !== undefined && payer() === undefined
        seen = payer()
      }
      const outcome = state.pay?.payment?.id === before ? undefined : outcomeOf(state, !isOpen)
      if (outcome) return end(() => resolve(outcome))
      if (isOpen && !AFTER_CONNECTING.includes(selectCurrentEntry(state).view)) return
      if (hasLeft || payer() !== seen) {
        hasLeft = false
        seen = payer()
        present('Pay', { ...order })
      } else if (!isOpen) end(() => reject(new ModalError('connection.modalClosed')))
    }
    const undo = store.subscribe(look)
    const end = (settle: () => void) => {
      undo()
      settle()
    }
    look()
  })
}
