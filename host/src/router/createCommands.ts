import { type Commands, ModalError, type TransactionCallbacks } from '@portico/contracts'
import { nanoid } from '@reduxjs/toolkit'
import { shakeRequested, snackHidden, snackShown } from '../feedbackSlice.ts'
import type { HostServices } from '../hostServices.ts'
import type { ShellStore } from '../store.ts'
import { mayClose } from './openingRules.ts'
import {
  closed,
  type Destination,
  transactionPushed,
  transactionRemoved,
  viewPopped,
  viewPushed,
  viewReplaced,
} from './routerSlice.ts'

export interface HostCommands extends Commands {
  /** The signal of a view that is on the stack. */
  signalOf(entryId: string): AbortSignal
  /** Closes the modal unless a rule forbids it; then the window shakes instead (views.md §3.3). */
  safeClose(): void
}

/** Catches an error of a feature, so that the window still closes and the other callbacks run. */
function tell(callback: (() => void) | undefined): void {
  try {
    callback?.()
  } catch (error) {
    console.error('[portico]', error)
  }
}

/** Commands whose code is a chunk of its own, and the site's settings for them. */
type Doors = Pick<Commands, 'acting' | 'emailCapture' | 'previews'>
const shut = () => Promise.reject(new ModalError('view.unavailable'))

/** The commands for views and remotes. */
export function createCommands(
  store: ShellStore,
  home: () => Destination,
  isConnected: () => boolean,
  embeddedWallet?: HostServices['embeddedWallet'],
  doors: Doors = { acting: shut, emailCapture: shut },
): HostCommands {
  const lives = new Map<string, AbortController>()
  const callbacks = new Map<string, TransactionCallbacks>()

  const stackIds = () => store.getState().router.stack.map(({ id }) => id)
  // Aborts a view's signal when the view has left the stack, so that going back cancels what the view waited for.
  store.subscribe(() => {
    if (lives.size === 0) return
    const present = new Set(stackIds())
    for (const [id, life] of lives) {
      if (present.has(id)) continue
      lives.delete(id)
      life.abort()
    }
  })

  const signalOf = (id: string): AbortSignal => {
    const life = lives.get(id) ?? new AbortController()
    if (stackIds().includes(id)) lives.set(id, life)
    else life.abort()
    return life.signal
  }

  const show = (action: typeof viewPushed | typeof viewReplaced, destination: Destination) => {
    store.dispatch(action(destination))
    const top = store.getState().router.stack.at(-1)
    return signalOf(top?.id ?? '')
  }

  const close = () => {
    // Collected and cleared before they run, because a callback may begin another transaction.
    const waiting = store
      .getState()
      .router.transactions.map((id) => callbacks.get(id))
      .reverse()
    callbacks.clear()
    store.dispatch(closed(home()))
    // The message was about the view that the visitor has left.
    if (store.getState().feedback.snack) store.dispatch(snackHidden())
    for (const one of waiting) tell(one?.onCancel)
  }

  const back = () => {
    if (store.getState().router.stack.length < 2) close()
    else store.dispatch(viewPopped(isConnected()))
  }

  return {
    navigate: (view, ...[params]) => show(viewPushed, { view, params }),
    replace: (view, ...[params]) => show(viewReplaced, { view, params }),
    back,
    close,
    safeClose() {
      const { router, siwx } = store.getState()
      const views = router.stack.map(({ view }) => view)
      if (mayClose(views, siwx.isOn && siwx.isRequired)) close()
      else store.dispatch(shakeRequested())
    },
    showSnack: (snack) => void store.dispatch(snackShown(snack)),
    async copy(text, done) {
      try {
        await navigator.clipboard.writeText(text)
        store.dispatch(snackShown({ variant: 'success', text: done }))
      } catch {
        store.dispatch(snackShown({ variant: 'error', key: 'host.copyFailed' }))
      }
    },
    pushTransaction(added) {
      const id = nanoid(8)
      callbacks.set(id, added)
      store.dispatch(transactionPushed(id))
      return () => {
        callbacks.delete(id)
        store.dispatch(transactionRemoved(id))
      }
    },
    popTransaction(status) {
      const id = store.getState().router.transactions.at(-1)
      if (id === undefined) return
      const waiting = callbacks.get(id)
      callbacks.delete(id)
      store.dispatch(transactionRemoved(id))
      if (status === 'success') return tell(waiting?.onSuccess)
      tell(status === 'error' ? waiting?.onError : waiting?.onCancel)
      back()
    },
    async embeddedWallet() {
      if (!embeddedWallet?.isOn()) throw new ModalError('connection.noAuthConnector')
      return (await embeddedWallet.client()).commands
    },
    ...doors,
    openSocialPopup: () => embeddedWallet?.openPopup(),
    signalOf,
  }
}
