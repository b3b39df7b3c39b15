import { ModalError, type PayArguments, selectConnection, type ViewName } from '@portico/contracts'
import type { Opening } from '../opening/createOpening.ts'
import { selectCurrentEntry, selectIsOpen } from '../router/routerSlice.ts'
import type { RootState, ShellStore } from '../store.ts'
import type { Paid } from './publicApi.ts'

interface Site extends Pick<Opening, 'open' | 'present'> {
  readonly store: ShellStore
}

/** What is shown once somebody has connected: from there the payment goes on. */
const AFTER_CONNECTING: readonly ViewName[] = ['Account', 'ProfileWallets']

/** What has come of a payment; undefined where nothing was paid. `isLeft`: nobody looks at it any more. */
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
 * What a site asks its visitor to pay (public-api.md §15). Whoever connects a wallet for it, or ends its connection, comes back
 * to it.
 * @returns as soon as it has been paid, or with what there is when the window is closed
 * @throws ModalError as `open`, and `connection.modalClosed` where nothing has been paid
 */
export async function payForSite({ store, open, present }: Site, asked: PayArguments): Promise<Paid> {
  const before = store.getState().pay?.payment?.id
  await open({ view: 'Pay', arguments: asked })
  return new Promise((resolve, reject) => {
    // Whoever chooses the same wallet once more comes back as well.
    const payer = () => selectConnection(store.getState())
    const isPaying = () => selectCurrentEntry(store.getState()).view.startsWith('Pay')
    let seen = isPaying() ? payer() : undefined
    // The window closes with the connection that is ended in it: the order is still there.
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
        present('Pay', { ...asked })
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
