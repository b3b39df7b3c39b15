import {
  type ChainNamespace,
  ModalError,
  selectAccount,
  selectActiveNamespace,
  serializeError,
  type ViewName,
} from '@portico/contracts'
import { isMobile } from '@portico/contracts/platform'
import { within } from '../async/within.ts'
import { networkChosen } from '../connections/networksSlice.ts'
import { networkOf } from '../connections/situation.ts'
import type { ModalShell } from '../modalShell.ts'
import { CONFIG_WAIT_MS } from '../project/createProject.ts'
import { PAIRING_VIEWS } from '../router/connectingViews.ts'
import { firstView } from '../router/openingRules.ts'
import {
  type Destination,
  opened,
  selectCurrentEntry,
  selectIsOpen,
  viewGivenUp,
  viewPushed,
} from '../router/routerSlice.ts'
import type { OpenOptions } from '../site/publicApi.ts'
import { selectMustSignIn, selectSignInView } from '../siwx/siwxSlice.ts'
import { selectMustSwitch } from './supportedNetwork.ts'

/** Opens and closes the window, and decides which view is shown. */
export interface Opening {
  isConnected(): boolean
  /** The view on a closed modal's stack (rules.md §2): in embedded mode the view for an opening, otherwise Connect. */
  home(): Destination
  /** The view for a visitor whose current view no longer exists. */
  landing(): ViewName
  /** @throws ModalError as a rejection: `view.unavailable`, if a view other than the requested one is shown */
  open(options?: OpenOptions): Promise<void>
  /** Shows this view alone, whatever was open before. */
  present(view: ViewName, params?: unknown): void
  /** Opens the window with this view, or, if the window is open, navigates to it. */
  paint(destination: Destination): void
  close(): void
}

type Shell = Pick<ModalShell, 'read' | 'store' | 'services' | 'views' | 'project' | 'releases' | 'commands' | 'events'>

/** @param shell called at the first use, when every part of the modal exists */
export function createOpening(shell: () => Shell): Opening {
  const state = () => shell().store.getState()
  const isConnected = () => selectAccount(state()) !== undefined

  function viewFor(requested?: ViewName): ViewName {
    const { fatal, families, options } = shell().read
    if (fatal) return 'InitialisationFailed'
    if (selectMustSwitch(state())) return 'UnsupportedChain'
    if (selectMustSignIn(state())) return selectSignInView(state())
    const hasAdapters = families.length > 0 && !options.basic
    return firstView({ hasAdapters, isConnected: isConnected(), isMobile: isMobile(), requested })
  }

  /** Adds the error in the options to the view that shows it, as a parameter. */
  function destination({ view, params }: Destination): Destination {
    const { fatal } = shell().read
    if (view === 'InitialisationFailed' && fatal) return { view, params: serializeError(fatal, fatal.code) }
    return { view, ...(params !== undefined && { params }) }
  }

  function isShowable(view: ViewName): boolean {
    const { views, services } = shell()
    const found = views.find(view)
    if (PAIRING_VIEWS.includes(view) && !services.pairing) return false
    return found !== undefined && !found.isInternal && (!found.needsAccount || isConnected())
  }

  /** Counts calls to open and close, so that a waiting call to open can tell that it is outdated. */
  let turn = 0

  /** Opens the window, or navigates if it is already open. */
  const paint = (shown: Destination): void =>
    void shell().store.dispatch((selectIsOpen(state()) ? viewPushed : opened)(destination(shown)))

  /** Renders first, so that the site's listeners run when the window is visible. */
  function appear(shown: Destination): void {
    const { events } = shell()
    paint(shown)
    events.release()
    events.track('MODAL_OPEN', { connected: isConnected() })
  }

  /** For `open({ namespace })`: moves the page to the family's last network, or its first (views.md §3.1). */
  function turnTo(namespace: ChainNamespace | undefined): void {
    if (!namespace || namespace === selectActiveNamespace(state())) return
    const { services, store } = shell()
    const network = networkOf(state(), services.storage, namespace)
    if (network) store.dispatch(networkChosen(network.caipNetworkId))
  }

  async function open({ view, namespace, arguments: wished }: OpenOptions = {}): Promise<void> {
    const { read, views, project, releases, store } = shell()
    // `onclick = modal.open` passes the click event, whose `view` is the page's window; and `data-portico` is mostly
    // empty.
    const requested = (typeof view === 'string' && (view as ViewName)) || undefined
    const mine = ++turn
    turnTo(namespace)
    project.opening()
    if (state().project.source === 'none') {
      await project.untilAnswered()
      project.doWithout()
    }
    // The view may belong to a remote that has not been loaded yet.
    if (requested && !views.find(requested)) await within(releases.complete(), CONFIG_WAIT_MS, () => {})
    if (mine !== turn) return
    const unavailable = () => new ModalError('view.unavailable', { details: { view: requested } })
    const isRefused = requested !== undefined && !read.fatal && !isShowable(requested)
    const shown = viewFor(isRefused ? undefined : requested)
    // A site that requests one family gets only that family's wallets.
    const params =
      shown === 'Connect' && namespace ? { namespace } : shown === requested && wished ? { ...wished } : undefined
    appear({ view: shown, params })
    if (isRefused) throw unavailable()
    if (shown !== requested) return
    try {
      await views.load(shown)
    } catch {
      // rules.md §2, opening rules 3 and 4: a site that named the view gets an error, and the visitor sees a view that
      // works.
      if (selectCurrentEntry(state()).view === shown) store.dispatch(viewGivenUp(destination({ view: viewFor() })))
      throw unavailable()
    }
  }

  return {
    isConnected,
    home: () => destination({ view: shell().read.options.enableEmbedded ? viewFor() : 'Connect' }),
    landing: () => (isConnected() ? 'Account' : 'Connect'),
    open,
    paint,
    present(view, params) {
      turn++
      const { project, store } = shell()
      project.opening()
      if (selectIsOpen(state())) store.dispatch(opened(destination({ view, params })))
      else appear({ view, params })
    },
    close() {
      turn++
      if (selectIsOpen(state())) shell().commands.close()
    },
  }
}
