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
import { selectOptions } from '../settingsSlice.ts'
import type { OpenOptions } from '../site/publicApi.ts'
import { selectMustSignIn, selectSignInView } from '../siwx/siwxSlice.ts'
import { selectMustSwitch } from './supportedNetwork.ts'

/** When the window opens and closes, and on what. */
export interface Opening {
  isConnected(): boolean
  /** What a closed modal's stack holds (rules.md §2): in embedded mode what an opening would show, else Connect. */
  home(): Destination
  /** Where a visitor lands whose view has gone. */
  landing(): ViewName
  /** @throws ModalError as a rejection: `view.unavailable`, where another view than the one asked for is shown */
  open(options?: OpenOptions): Promise<void>
  /** Shows one view and nothing else, whatever was open. */
  present(view: ViewName, params?: unknown): void
  /** Opens the window on that view, or leads an open one on to it. */
  paint(destination: Destination): void
  close(): void
}

type Parts = Pick<ModalShell, 'read' | 'store' | 'services' | 'views' | 'project' | 'releases' | 'commands' | 'events'>

/** @param parts asked for when something happens: by then every part of the modal is there */
export function createOpening(parts: () => Parts): Opening {
  const state = () => parts().store.getState()
  const isConnected = () => selectAccount(state()) !== undefined

  function viewFor(requested?: ViewName): ViewName {
    const { fatal, families, options } = parts().read
    if (fatal) return 'InitialisationFailed'
    if (selectMustSwitch(state())) return 'UnsupportedChain'
    if (selectMustSignIn(state())) return selectSignInView(state())
    const hasAdapters = families.length > 0 && !options.basic
    return firstView({ hasAdapters, isConnected: isConnected(), isMobile: isMobile(), requested })
  }

  /** What is wrong with the options is a parameter of the view that says it. */
  function destination({ view, params }: Destination): Destination {
    const { fatal } = parts().read
    if (view === 'InitialisationFailed' && fatal) return { view, params: serializeError(fatal, fatal.code) }
    return { view, ...(params !== undefined && { params }) }
  }

  function isShowable(view: ViewName): boolean {
    const { views, services } = parts()
    const found = views.find(view)
    if (PAIRING_VIEWS.includes(view) && !services.pairing) return false
    return found !== undefined && !found.isInternal && (!found.needsAccount || isConnected())
  }

  /** Counts opens and closes, so that an open which is still waiting knows that it has been overtaken. */
  let turn = 0

  /** `open` while open navigates. */
  const paint = (shown: Destination): void =>
    void parts().store.dispatch((selectIsOpen(state()) ? viewPushed : opened)(destination(shown)))

  /** The site's listeners hear of the window once it is there. */
  function appear(shown: Destination): void {
    const { events } = parts()
    paint(shown)
    events.release()
    events.track('MODAL_OPEN', { connected: isConnected() })
  }

  /** `open({ namespace })`: the page turns to that family, where it was last or on its first network (views.md §3.1). */
  function turnTo(namespace: ChainNamespace | undefined): void {
    if (!namespace || namespace === selectActiveNamespace(state())) return
    const { services, store } = parts()
    const network = networkOf(state(), services.storage, namespace)
    if (network) store.dispatch(networkChosen(network.caipNetworkId))
  }

  async function open({ view, namespace, arguments: wished }: OpenOptions = {}): Promise<void> {
    const { read, views, project, releases, store } = parts()
    // `onclick = modal.open` hands over the click itself, whose `view` is the page's window; `data-portico` is mostly empty.
    const requested = (typeof view === 'string' && view) || undefined
    const mine = ++turn
    turnTo(namespace)
    project.opening()
    if (state().project.source === 'none') {
      await project.untilTold()
      project.doWithout()
    }
    // It may be a remote's that has not been needed so far.
    if (requested && !views.find(requested)) await within(releases.complete(), CONFIG_WAIT_MS, () => {})
    if (mine !== turn) return
    const unavailable = () => new ModalError('view.unavailable', { details: { view: requested } })
    const isRefused = requested !== undefined && !read.fatal && !isShowable(requested)
    const shown = viewFor(isRefused ? undefined : requested)
    // A site that asks for a family gets its wallets only.
    const params =
      shown === 'Connect' && namespace ? { namespace } : shown === requested && wished ? { ...wished } : undefined
    appear({ view: shown, params })
    if (isRefused) throw unavailable()
    if (shown !== requested) return
    try {
      await views.load(shown)
    } catch {
      // rules.md §2, opening rules 3 and 4: the site that named the view is told; the visitor sees what can be shown.
      if (selectCurrentEntry(state()).view === shown) store.dispatch(viewGivenUp(destination({ view: viewFor() })))
      throw unavailable()
    }
  }

  return {
    isConnected,
    home: () => destination({ view: selectOptions(state()).enableEmbedded ? viewFor() : 'Connect' }),
    landing: () => (isConnected() ? 'Account' : 'Connect'),
    open,
    paint,
    present(view, params) {
      turn++
      const { project, store } = parts()
      project.opening()
      if (selectIsOpen(state())) store.dispatch(opened(destination({ view, params })))
      else appear({ view, params })
    },
    close() {
      turn++
      if (selectIsOpen(state())) parts().commands.close()
    },
  }
}
