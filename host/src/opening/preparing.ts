import type { ViewName } from '@portico/contracts'
import { whenPainted } from '../async/idle.ts'
import { connectionCode } from '../connections/connectionCode.ts'
import { prefetchWallets, restoreRecentWallets } from '../directory/prefetch.ts'
import { loadPinned } from '../kernel/loadPinned.ts'
import type { ModalShell, Part } from '../modalShell.ts'
import { featuresCode } from '../releases/featuresChunk.ts'
import { PAIRING_VIEWS } from '../router/connectingViews.ts'
import { opened, selectCurrentEntry, selectIsOpen } from '../router/routerSlice.ts'

// What fails here is said when it is really needed.
const ignored = () => {}

/** Fetches what a connected visitor sees first, and what remotes need. */
export const prepareAccount = ({ releases, views }: ModalShell): Promise<unknown> =>
  Promise.all([featuresCode(), releases.complete(), views.load('Account'), connectionCode()])

/** Has code and a pairing waiting, where the site has not switched pairing off. */
function preparePairing({ store, services: { pairing, life } }: ModalShell): void {
  if (!pairing) return
  // In the file of the views that draw it.
  const code = () => import(/* webpackChunkName: "wallets" */ '../connections/pair.ts')
  pairing.load().catch(ignored)
  loadPinned(code).then((pair) => {
    if (!life.aborted) void store.dispatch(pair.preparePairing())
  }, ignored)
}

/** Fetches what a view will need, because the visitor is about to press. */
export function prepareView(shell: ModalShell, view: string): void {
  const { read, views, remotes } = shell
  // A visitor who points at a wallet will see the account next.
  if (view === 'Account') return void prepareAccount(shell).catch(ignored)
  if (!PAIRING_VIEWS.includes(view)) return void remotes.prepare(view as ViewName).catch(ignored)
  if (read.options.prefetch === 'none') return
  void views.load(view as ViewName).catch(ignored)
  preparePairing(shell)
}

/** Fetches ahead what an open window leads to. */
export const prepareWhenOpened: Part = (shell) => {
  const { read, store, startListening } = shell
  const { prefetch, enableEmbedded } = read.options
  void store.dispatch(restoreRecentWallets())
  // Seen from the beginning, and so not opened, which would fetch it.
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
