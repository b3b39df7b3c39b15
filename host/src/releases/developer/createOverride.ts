import {
  addErrors,
  CONTRACT_VERSION,
  isModalError,
  ModalError,
  satisfies,
  serializeError,
  type ViewName,
} from '@portico/contracts'
import { developerErrors } from '@portico/contracts/developerErrors'
import {
  BUILDS_FILE,
  type DeveloperRequest,
  type DeveloperStatement,
} from '@portico/contracts/services/developerOverride'
import type { Choice } from '../../kernel/planRemotes.ts'
import { overrideChanged, selectRemote, selectRemoteOfView } from '../../kernel/remotesSlice.ts'
import type { ModalShell } from '../../modalShell.ts'
import {
  opened,
  type StackEntry,
  selectCurrentEntry,
  selectIsOpen,
  viewPushed,
  viewsWithdrawn,
} from '../../router/routerSlice.ts'
import { featuresCode } from '../remoteCode.ts'
import { forgetRequest, keepRequest, keptRequest, takeLink } from './readRequest.ts'
import { readStatement } from './readStatement.ts'

type Shell = Pick<ModalShell, 'store' | 'opening' | 'releases' | 'views'>

/** A developer's remote in one modal. */
export interface Override {
  /** Reads the page's address and what the tab remembers, and goes on from there. Never rejects. */
  look(): Promise<void>
  /** The person at this browser has allowed what is being asked. */
  allow(): Promise<void>
  decline(): void
  /** Back to what is published, also after a reload. */
  stop(): Promise<void>
  dispose(): void
}

/** The view in which the person at this browser decides. */
const CONSENT: ViewName = 'DeveloperOverride'

const isEmbedded = () => window.top !== window.self

/** @throws ModalError if the release index, or the page's place, forbids every override; or if there is no index */
function assertAllowed({ releases, store }: Shell, isFramed: boolean): void {
  // Another site could draw over this page, and let its visitors click here.
  if (isFramed) throw new ModalError('override.framed')
  const index = releases.index()
  if (!index) throw new ModalError(store.getState().remotes.failure?.code ?? 'release.unreachable')
  if (index.developerOverride === false) throw new ModalError('override.forbidden')
}

/** @throws ModalError if a build cannot run in this window, or would take the place of another remote's view */
function assertFits({ store, releases }: Shell, { id, release }: DeveloperStatement): void {
  if (!satisfies(CONTRACT_VERSION, release.contract))
    throw new ModalError('remote.contract', { details: { id, contract: CONTRACT_VERSION } })
  const published = Object.entries({ ...releases.index()?.remotes, ...releases.deferred()?.remotes })
  const owner = (view: string) =>
    selectRemoteOfView(store.getState(), view as ViewName) ??
    published.find(([, { versions }]) =>
      Object.values(versions).some(({ static: { views } }) => Object.hasOwn(views, view)),
    )?.[0]
  for (const view of Object.keys(release.static.views)) {
    if ((owner(view) ?? id) !== id) throw new ModalError('override.conflict', { details: { view } })
  }
}

export function createOverride(shell: Shell, isFramed = isEmbedded): Override {
  const { store, opening, releases, views } = shell
  addErrors(developerErrors)
  let asked: DeveloperRequest | undefined
  /** What the window showed before it asked. */
  let before: StackEntry | undefined
  let running: DeveloperRequest | undefined
  let builds: EventSource | undefined
  let applying = Promise.resolve()
  let isDisposed = false

  const report = (request: DeveloperRequest | undefined, state: 'asked' | 'running' | 'stopped') =>
    store.dispatch(overrideChanged({ id: request?.id, origin: request?.origin, state, integrity: request?.integrity }))

  function refuse(request: DeveloperRequest | undefined, reason: unknown): void {
    const error = isModalError(reason) ? reason : new ModalError('remote.invalid', { cause: reason })
    console.warn('[portico]', error.message, reason)
    const { id, origin } = request ?? {}
    store.dispatch(overrideChanged({ id, origin, state: 'refused', error: serializeError(error, error.code) }))
  }

  /** Puts a build into each plan, until an index arrives that forbids it. */
  const placing =
    (request: DeveloperRequest, { version, release }: DeveloperStatement) =>
    (plan: Map<string, Choice>) => {
      if (releases.index()?.developerOverride !== false) return plan.set(request.id, { kind: 'on', version, release })
      if (running === request) void end().then(() => refuse(request, new ModalError('override.forbidden')))
    }

  /** Brings the remotes in line with a build, or with what is published. The view that is shown comes back. */
  async function swap(request: DeveloperRequest, statement?: DeveloperStatement): Promise<void> {
    const shown = selectCurrentEntry(store.getState())
    const own = Object.keys(selectRemote(store.getState(), request.id)?.static.views ?? {})
    // A version stays while its views are on the stack.
    store.dispatch(viewsWithdrawn(own, opening.landing()))
    await releases.amend(statement && placing(request, statement))
    if (!own.includes(shown.view) || !selectIsOpen(store.getState()) || !views.find(shown.view)) return
    store.dispatch(viewPushed({ view: shown.view, params: shown.params }))
  }

  async function end(): Promise<void> {
    builds?.close()
    builds = undefined
    forgetRequest()
    const request = running
    running = undefined
    if (request) await swap(request)
  }

  /** Runs the newest build. @param isFirst right after consent, which was about one build */
  async function apply(request: DeveloperRequest, isFirst: boolean): Promise<void> {
    try {
      assertAllowed(shell, isFramed())
      const statement = await readStatement(request)
      const { release } = statement
      if (isFirst && release.integrity !== request.integrity)
        throw new ModalError('override.changed', { details: { origin: request.origin } })
      assertFits(shell, statement)
      // Nothing runs without the bar that says so.
      const [features] = await Promise.all([featuresCode(), views.load('DeveloperBar')])
      if (isDisposed || running !== request) return
      features.allowDeveloper(release)
      // First, because a view that is open is drawn again at once.
      report({ ...request, integrity: release.integrity }, 'running')
      await swap(request, statement)
    } catch (error) {
      // The next build may be whole again; but nothing goes on under another key, or against the index.
      const isOut = isModalError(error) && error.code === 'override.unreachable'
      if (isOut && selectRemote(store.getState(), request.id)?.source?.url.startsWith(request.origin)) return
      if (!isOut) await end()
      refuse(request, error)
    }
  }

  async function run(request: DeveloperRequest, isFirst: boolean): Promise<void> {
    running = request
    const next = (first: boolean) => {
      applying = applying.catch(() => {}).then(() => (running === request ? apply(request, first) : undefined))
      return applying
    }
    await next(isFirst)
    if (running !== request || isDisposed) return
    builds = new EventSource(`${request.origin}/${BUILDS_FILE}`)
    builds.onmessage = () => void next(false)
  }

  function ask(request: DeveloperRequest): void {
    asked = request
    report(request, 'asked')
    show()
  }

  /** Shows the question, once the window is open. */
  function show(): void {
    const shown = selectCurrentEntry(store.getState())
    if (!asked || shown.view === CONSENT || !selectIsOpen(store.getState())) return
    before = shown
    opening.present(CONSENT)
  }

  function back(): void {
    asked = undefined
    if (selectCurrentEntry(store.getState()).view === CONSENT && selectIsOpen(store.getState()))
      store.dispatch(opened({ view: before?.view ?? opening.landing(), params: before?.params }))
  }

  return {
    async look() {
      let request: DeveloperRequest | undefined
      try {
        const link = takeLink()
        // What runs now must not go on below the question about something else.
        if (link) await end()
        request = link ?? (running || asked ? undefined : keptRequest())
        if (!request) return show()
        await releases.complete()
        assertAllowed(shell, isFramed())
        if (!link) return running ? undefined : await run(request, false)
        await views.load(CONSENT)
        ask(link)
      } catch (error) {
        await end()
        refuse(request, error)
      }
    },
    async allow() {
      const request = asked
      if (!request) return
      back()
      await end()
      try {
        keepRequest(request)
      } catch {
        // Without storage, it runs until the page is reloaded.
      }
      await run(request, true)
    },
    decline() {
      const request = asked
      if (!request) return
      back()
      refuse(request, new ModalError('override.declined'))
    },
    async stop() {
      const request = running
      await end()
      report(request, 'stopped')
    },
    dispose() {
      isDisposed = true
      builds?.close()
    },
  }
}
