import {
  isModalError,
  type Messages,
  ModalError,
  type Remote,
  type RemoteId,
  serializeError,
  type ViewModule,
  type ViewName,
} from '@portico/contracts'
import type { RemoteRelease } from '@portico/contracts/services/releaseIndex'
import type { HealthOutcome } from '@portico/contracts/services/remoteHealth'
import { snackShown } from '../feedbackSlice.ts'
import { opened, viewsWithdrawn } from '../router/routerSlice.ts'
import { selectIsShown } from '../router/selectIsShown.ts'
import type { ViewSource } from '../router/viewSource.ts'
import type { Installed, Kernel } from './install.ts'
import { loadPinned } from './loadPinned.ts'
import type { Choice } from './planRemotes.ts'
import {
  remoteAnnounced,
  remoteMessagesArrived,
  remoteStatusChanged,
  remoteUnavailable,
  remoteWithdrawn,
  selectRemote,
  selectRemoteOfView,
} from './remotesSlice.ts'

/** The part of the federation chunk that the kernel needs. Everything it loads is hash-checked. */
export interface RemoteCode {
  /** @throws ModalError `remote.*` */
  load(id: RemoteId, version: string, release: RemoteRelease, view?: string): Promise<Remote>
  /** A remote's texts in the visitor's language; empty if that language is English, or if the texts are unavailable. */
  messages(release: RemoteRelease): Promise<Messages>
}

/** Learns how versions fare. */
export interface RemoteWatch {
  loaded(id: RemoteId, version: string, ms: number): void
  /** A view was drawn, so long after it was requested. */
  drawn(id: RemoteId, version: string, ms: number): void
  /** @returns whether to try again, with what is present then: the same version, or one that has taken its place */
  failed(id: RemoteId, version: string, outcome: Exclude<HealthOutcome, 'healthy'>): Promise<boolean>
}

/** Part of the chunk that loads before the first remote. */
const installing = () => loadPinned(() => import(/* webpackChunkName: "features" */ './installing.ts'))

/** A remote whose code has loaded. */
interface Ready extends Installed {
  readonly code: Remote
}

interface Present {
  readonly version: string
  readonly release: RemoteRelease
  /** Set once the remote has begun to load; unset again if that fails. */
  installing?: Promise<Ready> | undefined
  uninstall?: (() => Promise<void>) | undefined
  /** While it is being decided whether to try again after a failure. */
  recovering?: Promise<boolean> | undefined
  readonly modules: Map<ViewName, ViewModule>
  isTranslated?: boolean
}

export interface Remotes extends ViewSource {
  /** Makes the present remotes the wanted ones. Changes to a remote are queued: switching off and on never overlap. */
  reconcile(wanted: ReadonlyMap<RemoteId, Choice>): Promise<void>
  /** Fetches and installs what a view needs before it is shown. */
  prepare(view: ViewName): Promise<void>
  dispose(): Promise<void>
}

/** A release without views that have the name of a host's view: the host's own view is always the one that is shown. */
const withoutHostViews = (release: RemoteRelease, isHostView: (view: string) => boolean): RemoteRelease => {
  const views = Object.entries(release.static.views).filter(([view]) => !isHostView(view))
  return { ...release, static: { ...release.static, views: Object.fromEntries(views) } }
}

/** Runs the work on one remote in order. */
function createQueues() {
  const queues = new Map<RemoteId, Promise<void>>()
  return (id: RemoteId, work: () => Promise<void>): Promise<void> => {
    const next = (queues.get(id) ?? Promise.resolve()).then(work, work)
    queues.set(id, next)
    return next
  }
}

type Failure = Exclude<HealthOutcome, 'healthy'>

/** Several callers may meet the same failure: it counts once. */
function recover(watch: (() => RemoteWatch) | undefined, id: RemoteId, remote: Present, outcome: Failure) {
  remote.recovering ??= (watch?.().failed(id, remote.version, outcome) ?? Promise.resolve(false)).finally(() => {
    remote.recovering = undefined
  })
  return remote.recovering
}

/** Adds and removes features in one modal. */
export function createRemotes(
  kernel: Kernel,
  remoteCode: RemoteCode,
  home: () => ViewName,
  isHostView: (view: string) => boolean = () => false,
  watch?: () => RemoteWatch,
): Remotes {
  const { store } = kernel
  const present = new Map<RemoteId, Present>()
  const enqueue = createQueues()

  const viewsOf = (remote: Present) => Object.keys(remote.release.static.views)
  const isShown = (remote: Present) => store.getState().router.stack.some(({ view }) => viewsOf(remote).includes(view))

  /** Only one attempt runs at a time. A failed one is forgotten, so that the next attempt starts over. */
  function ensureInstalled(id: RemoteId, view?: string): Promise<Ready> {
    const remote = present.get(id)
    if (!remote) return Promise.reject(new ModalError('remote.off', { details: { id } }))
    remote.installing ??= (async () => {
      const begin = performance.now()
      store.dispatch(remoteStatusChanged({ id, status: 'loading' }))
      try {
        const [code, { install }] = await Promise.all([
          remoteCode.load(id, remote.version, remote.release, view),
          installing(),
        ])
        // If the remote was switched off while its code was loading, nothing is installed.
        if (present.get(id) !== remote) throw new ModalError('remote.off', { details: { id } })
        const installed = install(kernel, id, code)
        remote.uninstall = installed.uninstall
        const loadMs = Math.round(performance.now() - begin)
        store.dispatch(remoteStatusChanged({ id, status: 'ready', english: code.messages, loadMs }))
        watch?.().loaded(id, remote.version, loadMs)
        return { code, ...installed }
      } catch (error) {
        remote.installing = undefined
        if (present.get(id) === remote) {
          store.dispatch(
            remoteStatusChanged({ id, status: 'failed', error: serializeError(error, 'remote.unreachable') }),
          )
        }
        throw error
      }
    })()
    return remote.installing
  }

  /** Texts in other languages cost requests, so they are loaded only if the modal is shown. */
  async function translate(id: RemoteId): Promise<void> {
    const remote = present.get(id)
    if (!remote || remote.isTranslated || !selectIsShown(store.getState())) return
    remote.isTranslated = true
    const messages = await remoteCode.messages(remote.release)
    if (present.get(id) === remote && Object.keys(messages).length) {
      store.dispatch(remoteMessagesArrived({ id, messages }))
    }
  }

  kernel.startListening({
    actionCreator: opened,
    effect: () => {
      for (const id of present.keys()) void translate(id)
    },
  })

  const ofView = (view: ViewName) => {
    const id = selectRemoteOfView(store.getState(), view) ?? ''
    const remote = present.get(id)
    return remote && { id, remote }
  }

  async function load(view: ViewName): Promise<ViewModule> {
    const { id, remote } = ofView(view) ?? {}
    if (!id || !remote) throw new ModalError('remote.off', { details: { view } })
    try {
      return await loadOf(id, remote, view)
    } catch (error) {
      // A list of releases that is not the latest says nothing about this version.
      if (isModalError(error) && error.code.startsWith('release.')) throw error
      const outcome = remote.installing ? 'viewError' : 'failedLoad'
      if (present.get(id) === remote && !(await recover(watch, id, remote, outcome))) throw error
      // Either another version has taken its place, or there is one that will.
      if (!present.has(id)) throw error
      return load(view)
    }
  }

  async function loadOf(id: RemoteId, remote: Present, view: ViewName): Promise<ViewModule> {
    const { code, commands } = await ensureInstalled(id, view)
    const definition = code.views?.[view]
    if (!definition) throw new ModalError('remote.invalid', { details: { id, view } })
    const [own, { withCommands }] = await Promise.all([loadPinned(definition.load), installing()])
    const module = withCommands(own, commands)
    remote.modules.set(view, module)
    return module
  }

  async function leave(id: RemoteId): Promise<void> {
    const remote = present.get(id)
    if (!remote) return
    present.delete(id)
    try {
      await remote.uninstall?.()
    } catch (error) {
      console.error('[portico]', error) // a feature that fails to clean up must not block the other features
    }
  }

  async function change(id: RemoteId, choice: Choice): Promise<void> {
    const now = present.get(id)
    if (choice.kind === 'on') {
      if (now?.version === choice.version && now.release.integrity === choice.release.integrity) return
      // The old version stays while its views are shown; the new version comes later.
      if (now && isShown(now) && !choice.isFallback) return
      await leave(id)
      const { version } = choice
      const release = withoutHostViews(choice.release, isHostView)
      present.set(id, { version, release, modules: new Map() })
      const source = { url: release.url, integrity: release.integrity }
      store.dispatch(remoteAnnounced({ id, version, half: release.static, source }))
      void translate(id)
      return
    }
    if (now) {
      const wasShown = isShown(now)
      const views = viewsOf(now)
      store.dispatch(viewsWithdrawn(views, home()))
      if (wasShown && selectIsShown(store.getState())) {
        store.dispatch(snackShown({ variant: 'error', key: 'host.featureOff' }))
      }
    }
    if (choice.kind === 'unavailable') {
      const error = serializeError(choice.error, 'remote.contract')
      store.dispatch(remoteUnavailable({ id, error, name: choice.name }))
    } else if (now || store.getState().remotes.unavailable[id]) store.dispatch(remoteWithdrawn(id))
    await leave(id)
  }

  return {
    async reconcile(wanted) {
      await Promise.all([...wanted].map(([id, choice]) => enqueue(id, () => change(id, choice))))
    },
    async prepare(view) {
      if (selectRemoteOfView(store.getState(), view)) await load(view)
    },
    find(view) {
      const id = selectRemoteOfView(store.getState(), view)
      return selectRemote(store.getState(), id ?? '')?.static.views[view]
    },
    loaded: (view) => ofView(view)?.remote.modules.get(view),
    load,
    drawn(view, ms) {
      const { id, remote } = ofView(view) ?? {}
      if (id && remote) watch?.().drawn(id, remote.version, ms)
    },
    async crashed(view) {
      const { id, remote } = ofView(view) ?? {}
      return id && remote ? recover(watch, id, remote, 'crash') : false
    },
    async dispose() {
      await Promise.all([...present.keys()].map((id) => enqueue(id, () => leave(id))))
    },
  }
}
