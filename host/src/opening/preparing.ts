import type { ViewName } from '@portico/contracts'
import { whenPainted } from '../async/idle.ts'
import { connectionCode } from '../connections/connectionCode.ts'
import { prefetchWallets, restoreRecentWallets } from '../directory/prefetch.ts'
import { loadPinned } from '../kernel/loadPinned.ts'
import type { ModalShell, Part } from '../modalShell.ts'
import { featuresCode } from '../releases/remoteCode.ts'
import { PAIRING_VIEWS } from '../router/connectingViews.ts'
import { opened, selectCurrentEntry, selectIsOpen } from '../router/routerSlice.ts'

// Errors are reported when the code is actually used.
const ignored = () => {}

/** Fetches the first view of a connected visitor, and the code for remotes. */
export const prepareAccount = ({ releases, views }: ModalShell): Promise<unknown> =>
  Promise.all([featuresCode(), releases.complete(), views.load('Account'), connectionCode()])

/** Loads the pairing code and prepares a pairing, unless the site has switched pairing off. */
function preparePairing({ store, services: { pairing, life } }: ModalShell): void {
  if (!pairing) return
  // Part of the chunk with the views that show the pairing.
  const code = () => import(/* webpackChunkName: "wallets" */ '../connections/pair.ts')
  pairing.load().catch(ignored)
  loadPinned(code).then((pair) => {
    if (!life.aborted) void store.dispatch(pair.preparePairing())
  }, ignored)
}

/** Fetches what a view will need, because the visitor is about to open it. */
export function prepareView(shell: ModalShell, view: string): void {
  const { read, views, remotes } = shell
  // A visitor who points at a wallet will see Account next.
  if (view === 'Account') return void prepareAccount(shell).catch(ignored)
  if (!PAIRING_VIEWS.includes(view)) return void remotes.prepare(view as ViewName).catch(ignored)
  if (read.options.prefetch === 'none') return
  void views.load(view as ViewName).catch(ignored)
  preparePairing(shell)
}

/** Prefetches the views that can be reached from an open window. */
export const prepareWhenOpened: Part = (shell) => {
  const { read, store, startListening } = shell
  const { prefetch, enableEmbedded } = read.options
  void store.dispatch(restoreRecentWallets())
  // An embedded modal is visible from the start and never opened, so no opening fetches this code.
  if (enableEmbedded) whenPainted(() => connectionCode().catch(ignored))
  return startListening({
    actionCreator: opened,
    effect() {
      void store.dispatch(prefetchWallets())
      whenPainted(() => {
        void prepareAccount(shell).catch(ignored)
        const isWaiting = selectCurrentEntry(store.getState()).view === 'Connect' && selectIsOpen(store.getState())
        if (prefetch === 'idle' && isWaiting) preparePairing(shell)
      })
    },
  })
}
