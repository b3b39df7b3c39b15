import {
  accountConnected,
  accountDisconnected,
  type ChainNamespace,
  ModalError,
  selectAccount,
  selectActiveNamespace,
  selectActiveNetwork,
  serializeError,
  type ViewName,
} from '@portico/contracts'
import { isMobile } from '@portico/contracts/platform'
import type { TypedStartListening } from '@reduxjs/toolkit'
import { type Arrival, createArrival } from './arrival.ts'
import { within } from './async/within.ts'
import { cancelPairing } from './connections/cancelPairing.ts'
import { connectionCode } from './connections/connectionCode.ts'
import { networkChosen } from './connections/networksSlice.ts'
import type { WaitFor } from './connections/reconnect.ts'
import { networkOf } from './connections/situation.ts'
import { storedConnections } from './connections/storedConnections.ts'
import { prefetchWallets, restoreRecentWallets } from './directory/prefetch.ts'
import type { Events } from './events.ts'
import type { HostServices } from './extra.ts'
import type { LoaderContext } from './loader/protocol.ts'
import { CONFIG_WAIT_MS, type Project } from './project/createProject.ts'
import type { OpenOptions } from './publicApi.ts'
import type { Releases } from './releases/createReleases.ts'
import { CONNECTING_VIEWS, PAIRING_VIEWS } from './router/connectingViews.ts'
import type { HostCommands } from './router/createCommands.ts'
import { firstView } from './router/openingRules.ts'
import {
  closed,
  type Destination,
  opened,
  selectCurrentEntry,
  selectIsOpen,
  viewGivenUp,
  viewPushed,
  viewReplaced,
  viewsWithdrawn,
} from './router/routerSlice.ts'
import { selectIsShown } from './router/selectIsShown.ts'
import type { ViewSource } from './router/viewSource.ts'
import { initialized, selectOptions } from './settingsSlice.ts'
import { selectMustSignIn, selectSignInView } from './siwx/siwxSlice.ts'
import type { RootState, ShellDispatch, ShellStore } from './store.ts'

const REVALIDATE_MS = 60_000
/** So long the project's configuration and the index may take to say that there is a login to go on with. */
const RETURN_WAIT_MS = 20_000

interface Parts {
  readonly services: HostServices
  readonly startListening: TypedStartListening<RootState, ShellDispatch>
  readonly commands: HostCommands
  readonly views: ViewSource
  readonly project: Project
  readonly releases: Releases
  readonly context: LoaderContext
  /** What a connected visitor sees first, and what remotes need. */
  readonly prepareAccount: () => Promise<unknown>
  /** Has code and a pairing waiting, where the site has not switched that off. */
  readonly preparePairing: () => void
}

export interface Lifecycle extends Arrival {
  readonly isConnected: () => boolean
  /** What a closed modal's stack holds (rules.md §2): in embedded mode what an opening would show, else Connect. */
  readonly home: () => Destination
  /** Where a visitor lands whose view has gone. */
  readonly landing: () => ViewName
  readonly ready: Promise<void>
  open(options?: OpenOptions): Promise<void>
  /** Shows one view and nothing else, whatever was open. */
  present(view: ViewName, params?: unknown): void
  close(): void
  start(parts: Parts): () => void
}

interface Surroundings {
  readonly store: ShellStore
  readonly situation: { readonly hasAdapters: boolean }
  /** The first one is why `ready` rejects. */
  readonly problems: readonly ModalError[]
  /** There is nothing to show but what is wrong. */
  readonly isFatal: boolean
  readonly events: Events
}

/** What the project configuration says is waited for, but not for long. */
const untilTold = (work: PromiseLike<unknown> | undefined): Promise<unknown> =>
  within(work, CONFIG_WAIT_MS, () => undefined)

/** How long a busy page is waited for. */
const IDLE_LIMIT_MS = 2_000
/** Safari has no idle callback. */
export const whenIdle = (run: () => void): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: IDLE_LIMIT_MS })
  else setTimeout(run, 200)
}

/** What nobody sees waits until what is being drawn is there. */
export const whenPainted = (run: () => void) => void requestAnimationFrame(() => whenIdle(run))

/** Right after the next frame, however busy the page is: on a slow phone the mere sending of a request takes milliseconds. */
const afterFrame = (run: () => void) => void requestAnimationFrame(() => setTimeout(run))

/** When the modal opens, on what, and what happens by itself while it lives (rules.md §2, §4). */
export function createLifecycle({ store, situation, problems, isFatal, events }: Surroundings): Lifecycle {
  const isConnected = () => selectAccount(store.getState()) !== undefined
  const landing = (): ViewName => (isConnected() ? 'Account' : 'Connect')
  let parts: Parts | undefined
  let firstConfig: Promise<void> = Promise.resolve()
  let wasOpened = false
  let restored: Promise<unknown> = Promise.resolve()

  /**
   * rules.md §4, unsupported network: only with network switching, unless the site allows such networks, never in basic
   * mode.
   */
  const mustSwitch = () => {
    const { enableNetworkSwitch, allowUnsupportedChain, basic } = selectOptions(store.getState())
    return (
      isConnected() && !selectActiveNetwork(store.getState()) && enableNetworkSwitch && !allowUnsupportedChain && !basic
    )
  }

  function viewFor(requested?: ViewName): ViewName {
    if (isFatal) return 'InitialisationFailed'
    if (mustSwitch()) return 'UnsupportedChain'
    if (selectMustSignIn(store.getState())) return selectSignInView(store.getState())
    return firstView({ ...situation, isConnected: isConnected(), isMobile: isMobile(), requested })
  }

  const destination = (view: ViewName, params?: unknown): Destination => {
    const [problem] = problems
    return {
      view,
      ...(params !== undefined && { params }),
      ...(view === 'InitialisationFailed' && problem && { params: serializeError(problem, problem.code) }),
    }
  }
  const home = () => destination(selectOptions(store.getState()).enableEmbedded ? viewFor() : 'Connect')

  const isShowable = (view: ViewName) => {
    const found = parts?.views.find(view)
    if (PAIRING_VIEWS.includes(view) && !parts?.services.pairing) return false
    return found !== undefined && !found.isInternal && (!found.needsAccount || isConnected())
  }

  /** Counts opens and closes, so that an open which is still waiting knows that it has been overtaken. */
  let turn = 0

  function paint({ view, params }: Destination): void {
    const shown = destination(view, params)
    // `open` while open navigates.
    store.dispatch(selectIsOpen(store.getState()) ? viewPushed(shown) : opened(shown))
  }

  /** The window comes up, or leads on: whoever listens hears of it, and what is shown is asked about again. */
  function appear(shown: Destination): void {
    const isFirst = !wasOpened
    wasOpened = true
    paint(shown)
    events.release()
    events.track('MODAL_OPEN', { connected: isConnected() })
    if (!isFirst) afterFrame(refresh)
  }

  /** The wallet of a connected visitor has moved to a network that the site does not support, or back to one that it does. */
  function supportChanged(isSupported: boolean): void {
    const { view } = selectCurrentEntry(store.getState())
    if (isSupported) {
      if (view === 'UnsupportedChain') parts?.commands.back()
      else store.dispatch(viewsWithdrawn(['UnsupportedChain'], landing()))
    } else if (view === 'ConnectingExternal') {
      // What this view waits for has happened: nobody should come back to it.
      store.dispatch(viewReplaced({ view: 'UnsupportedChain' }))
    } else if (selectIsShown(store.getState())) paint({ view: 'UnsupportedChain' })
    else present('UnsupportedChain')
  }

  /** `open({ namespace })`: the page turns to that family, where it was last or on its first network (views.md §3.1). */
  function turnTo(namespace: ChainNamespace | undefined): void {
    if (!namespace || namespace === selectActiveNamespace(store.getState())) return
    const network = parts && networkOf(store.getState(), parts.services.storage, namespace)
    if (network) store.dispatch(networkChosen(network.caipNetworkId))
  }

  async function open({ view, namespace, arguments: wished }: OpenOptions = {}): Promise<void> {
    // `onclick = modal.open` hands over the click itself, whose `view` is the page's window; `data-portico` is mostly empty.
    const requested = (typeof view === 'string' && view) || undefined
    const mine = ++turn
    turnTo(namespace)
    parts?.project.opening()
    if (store.getState().project.source === 'none') {
      await untilTold(firstConfig)
      parts?.project.doWithout()
    }
    // It may be a remote's that nobody has needed so far.
    if (requested && !parts?.views.find(requested)) {
      await untilTold(parts?.releases.complete())
    }
    if (mine !== turn) return
    const unavailable = () => new ModalError('view.unavailable', { details: { view: requested } })
    const refused = requested !== undefined && !isFatal && !isShowable(requested)
    const shown = viewFor(refused ? undefined : requested)
    // Whoever asks for a family gets its wallets only.
    const params =
      shown === 'Connect' && namespace ? { namespace } : shown === requested && wished ? { ...wished } : undefined
    appear({ view: shown, params })
    if (refused) throw unavailable()
    if (shown !== requested) return
    try {
      await parts?.views.load(shown)
    } catch {
      // Rules 3 and 4: whoever asked for the view by name is told; the visitor sees what can be shown.
      if (selectCurrentEntry(store.getState()).view === shown) store.dispatch(viewGivenUp(destination(viewFor())))
      throw unavailable()
    }
  }

  function present(view: ViewName, params?: unknown): void {
    turn++
    parts?.project.opening()
    if (selectIsOpen(store.getState())) store.dispatch(opened(destination(view, params)))
    else appear({ view, params })
  }

  /** A mini app has been led back to from a provider: the login goes on where it was left. */
  async function comeBack({ services, views }: Parts): Promise<void> {
    const view = 'ConnectingSocial'
    const came = services.embeddedWallet?.comeBack() // first: what came does not stay in the address bar
    await restored
    if (came && (await waitFor(() => views.find(view) !== undefined, RETURN_WAIT_MS))) present(view, came)
  }

  const arrival = createArrival({ store, present, parts: () => parts })

  function close(): void {
    turn++
    if (!selectIsOpen(store.getState())) return
    parts?.commands.close()
  }

  /** Settles when the configuration has been applied. */
  async function refreshProject({ project }: Parts, request?: Promise<Response>): Promise<void> {
    await project.refresh(request)
    whenPainted(() => void project.checkOrigin())
  }

  /** Revalidated on each open and once a minute while open. */
  function refresh(): void {
    if (!parts) return
    void refreshProject(parts)
    void parts.releases.refresh()
  }

  const waitFor: WaitFor = (condition, timeoutMs) =>
    new Promise((resolve) => {
      if (condition(store.getState())) return resolve(true)
      const life = parts?.services.life
      const stop = (met: boolean) => {
        clearTimeout(timer)
        unsubscribe()
        life?.removeEventListener('abort', end)
        resolve(met)
      }
      const end = () => stop(false)
      const timer = setTimeout(end, timeoutMs)
      const unsubscribe = store.subscribe(() => condition(store.getState()) && stop(true))
      life?.addEventListener('abort', end)
    })

  let fail: (reason: ModalError) => void = () => {}
  let succeed: () => void = () => {}
  const ready = new Promise<void>((resolve, reject) => {
    succeed = resolve
    fail = reject
  })
  ready.catch(() => {}) // whoever calls `ready()` hears of it

  function start(given: Parts): () => void {
    parts = given
    const { services, startListening, commands, releases, context } = given
    const { enableReconnect, enableEmbedded } = selectOptions(store.getState())
    const undo: (() => void)[] = []

    firstConfig = refreshProject(given, context.early.config)
    void releases.refresh(context.early.release)
    // Without a stored connection this code is not fetched.
    const restore = async () => {
      const mayBeInside = Object.values(services.adapters).some(({ home }) => home)
      if (!mayBeInside && !storedConnections(services.storage).length) return
      await store.dispatch((await connectionCode()).reconnect(enableReconnect, waitFor))
    }
    const followOthers = async () => {
      await store.dispatch((await connectionCode()).follow(enableReconnect, waitFor))
    }
    const tell = (error: unknown) => console.error('[portico]', error)
    // A moment later: whoever has subscribed while the shell was on its way hears of it from the beginning.
    restored = Promise.resolve().then(restore).catch(tell)
    void comeBack(given).catch(tell)
    undo.push(services.storage.watch('connections', () => void followOthers().catch(tell)))

    startListening({
      actionCreator: accountConnected,
      effect: ({ payload }) => {
        void given.prepareAccount().catch(() => {})
        const { view } = selectCurrentEntry(store.getState())
        const isConnecting = CONNECTING_VIEWS.includes(view)
        if (!selectIsShown(store.getState()) || (view !== 'Connect' && !isConnecting)) return
        if (enableEmbedded || payload.isReconnect) store.dispatch(viewReplaced({ view: 'Account' }))
        // Where the site signs its visitors in, that decides what is shown next.
        else if (isConnecting && !store.getState().siwx.isOn) arrival.arriveByCapture(payload.account)
      },
    })
    startListening({
      actionCreator: accountDisconnected,
      effect() {
        // The list of wallets stays: there another one can be connected (views.md §3.4).
        if (selectCurrentEntry(store.getState()).view !== 'ProfileWallets') commands.close()
      },
    })
    startListening({
      actionCreator: closed,
      effect(_, { getOriginalState }) {
        store.dispatch(cancelPairing())
        if (selectIsOpen(getOriginalState())) events.track('MODAL_CLOSE', { connected: isConnected() })
      },
    })

    let wasSupported = !mustSwitch()
    undo.push(
      store.subscribe(() => {
        const isSupported = !mustSwitch()
        if (isSupported === wasSupported) return
        wasSupported = isSupported
        supportChanged(isSupported)
      }),
    )

    const timer = setInterval(() => selectIsShown(store.getState()) && refresh(), REVALIDATE_MS)
    undo.push(() => clearInterval(timer))
    const { prefetch } = selectOptions(store.getState())
    startListening({
      matcher: opened.match,
      effect() {
        void store.dispatch(prefetchWallets())
        whenPainted(() => {
          void given.prepareAccount().catch(() => {})
          const isWaiting = selectCurrentEntry(store.getState()).view === 'Connect' && selectIsOpen(store.getState())
          if (prefetch === 'idle' && isWaiting) given.preparePairing()
        })
      },
    })
    void store.dispatch(restoreRecentWallets())

    events.track('INITIALIZE', {})
    if (enableEmbedded) {
      // It is part of the page, and seen from the beginning.
      store.dispatch(closed(home()))
      events.release()
    }
    void Promise.all([untilTold(firstConfig), restored]).then(() => {
      store.dispatch(initialized())
      const [problem] = problems
      if (problem) fail(problem)
      else succeed()
    })
    return () => {
      for (const one of undo) one()
    }
  }

  return { isConnected, home, landing, ready, open, present, close, start, ...arrival }
}
