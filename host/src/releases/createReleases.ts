import { ModalError, type RemoteId, serializeError } from '@portico/contracts'
import type { ReleaseIndex } from '@portico/contracts/services/releaseIndex'
import type { Remotes, RemoteWatch } from '../kernel/createRemotes.ts'
import { type Choice, isRestricted, planRemotes } from '../kernel/planRemotes.ts'
import { releaseFailed } from '../kernel/remotesSlice.ts'
import { requestIndex } from '../loader/protocol.ts'
import { isWanted, namedRemotes } from '../project/features.ts'
import type { Storage } from '../storage.ts'
import type { ShellStore } from '../store.ts'
import { currentIndex, type Reader } from './currentIndex.ts'
import type { DeferredReleases } from './loadDeferred.ts'
import type { TeamRemotes } from './loadTeamReleases.ts'
import type { Recovery, RecoverySetup } from './recovery.ts'

export interface Releases {
  /** Uses a pending request for the index, or sends one. Settles when the index has been applied. */
  refresh(request?: Promise<Response>): Promise<void>
  /** Also loads the rest: the part of the index that the wallet list does not need. Settles when loaded or failed. */
  complete(): Promise<void>
  /** The current index, and the rest of it; undefined while missing. */
  index(): ReleaseIndex | undefined
  deferred(): DeferredReleases | undefined
  /** The code of the error for which the newest index was refused, while the last verified one is in use. */
  refused(): string | undefined
  /** Learns how the versions of remotes fare in this page. */
  readonly watch: RemoteWatch
  /** Whether the index, or the rest of it, is missing. */
  isLacking(): boolean
  /** Changes every plan from now on, for a developer's remote; without `how`, no longer. Settles when carried out. */
  amend(how?: (plan: Map<RemoteId, Choice>) => unknown): Promise<void>
  dispose(): void
}

/** This browser's bucket for rollouts, from 0 to 99. The same at every visit. */
function bucketOf(storage: Storage): number {
  const known = Number(storage.read('rolloutBucket')?.bucket)
  if (Number.isInteger(known) && known >= 0 && known < 100) return known
  const bucket = (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 100
  storage.write('rolloutBucket', { bucket: String(bucket) })
  return bucket
}

interface ReleasesSetup {
  readonly store: ShellStore
  readonly storage: Storage
  readonly remotes: Remotes
  /** @throws ModalError `remote.*` */
  readonly loadDeferred: (pin: NonNullable<ReleaseIndex['later']>) => Promise<DeferredReleases>
  /** @throws ModalError `remote.*` */
  readonly loadRecovery: (setup: RecoverySetup) => Promise<Recovery>
}

const report = (error: unknown): undefined => void console.error('[portico]', error)

/** Combines project configuration and signed index: the configuration says what is on, the index where to find it. */
export function createReleases(
  { store, storage, remotes, loadDeferred, loadRecovery }: ReleasesSetup,
  reader: Reader,
): Releases {
  const warned = new Set<string>()
  let recovery: Promise<Recovery> | undefined
  let recovered: Recovery | undefined
  /** If nothing can be stored, the number is kept while this page lives. */
  let bucket: number | undefined
  let index: ReleaseIndex | undefined
  /** The rest that was loaded last, kept while the rest of a newer index is loading. */
  let deferred: DeferredReleases | undefined
  let deferredIntegrity: string | undefined
  let teams: TeamRemotes | undefined
  let refused: string | undefined
  let isComplete = false
  let refreshing = Promise.resolve()
  let applied: object | undefined
  let amend: Parameters<Releases['amend']>[0]

  function warnOnce(code: 'config.unknown' | 'remote.unfamiliar', names: readonly string[]): void {
    const news = names.filter((name) => !warned.has(name) && warned.add(name))
    if (news.length) console.warn('[portico]', new ModalError(code, { details: { names: news.join(', ') } }).message)
  }

  async function carryOut(): Promise<void> {
    const { project, remotes: now } = store.getState()
    if (!index || project.source === 'none') return
    const known = { ...index.remotes, ...deferred?.remotes, ...teams?.remotes }
    // What others sign for a team's remote does not count.
    for (const role of Object.keys(index.root?.roles ?? {})) {
      const id = role.replace('remote:', '')
      if (id !== role && !teams?.remotes[id]) delete known[id]
    }
    bucket ??= bucketOf(storage)
    const { switches } = project
    // What is on now has to be in the plan, too: it may have left the index.
    const named = [...namedRemotes(project), ...Object.keys(now.byId), ...Object.keys(now.unavailable)]
    const wanted = (id: RemoteId, isOnByDefault: boolean) => isWanted(project, id, isOnByDefault)
    const chosen = planRemotes({ named, isWanted: wanted, switches, bucket }, known)
    const plan = recovered?.avoid(chosen, { remotes: known, switches, bucket, serial: index.serial }) ?? chosen
    amend?.(plan)
    // Remotes that are unknown may be in the rest, and restrictions are known only from the rest.
    if (!deferred)
      for (const [id, choice] of plan) if (choice.kind === 'unknown' || isRestricted(id, choice)) plan.delete(id)
    warnOnce(
      'config.unknown',
      [...plan.values()].flatMap((choice) => (choice.kind === 'unknown' ? [choice.what] : [])),
    )
    if (deferred) warnOnce('remote.unfamiliar', deferred.unfamiliar(plan))
    for (const [id, error] of Object.entries(teams?.refused ?? {}))
      if (plan.get(id)?.kind === 'unknown') plan.set(id, { kind: 'unavailable', error, name: id })
    await remotes.reconcile(deferred?.withhold(plan, project) ?? plan)
  }

  /** The last verified index stays in use. */
  function refuse(reason: unknown): void {
    report(reason)
    refused = serializeError(reason, 'release.invalid').code
  }

  /** Loads the code that watches versions. If that fails, it is tried again with the next event. */
  const recovering = () => {
    recovery ??= loadRecovery({ store, storage, replan: carryOut }).then((loaded) => {
      recovered = loaded
      return loaded
    })
    recovery.catch(() => {
      recovery = undefined
    })
    return recovery
  }

  async function takeDeferred(): Promise<void> {
    if (isComplete) await recovering()
    const pin = index?.later
    if (!isComplete || !index || !pin) return
    if (pin.integrity !== deferredIntegrity) {
      deferred = await loadDeferred(pin)
      deferredIntegrity = pin.integrity
    }
    const timestamp = await deferred?.checkTimestamp(index, reader).catch(refuse)
    teams = await deferred?.loadTeamReleases(index, reader.host, timestamp || undefined)
  }

  const isLacking = () => !index || Boolean(index.later && !deferred)

  const unsubscribe = store.subscribe(() => {
    const { project } = store.getState()
    if (project === applied) return
    applied = project
    carryOut().catch(report)
  })

  /** Reads something, then applies what there is, even if something new cannot be loaded. Never rejects. */
  async function take(read: () => Promise<void>): Promise<void> {
    try {
      await read()
      await takeDeferred()
    } catch (error) {
      report(error)
      // What this page has verified before stays in use. A failure is reported only if something is missing.
      if (isLacking()) store.dispatch(releaseFailed(serializeError(error, 'release.invalid')))
    }
    await carryOut().catch(report)
    if (!isLacking()) store.dispatch(releaseFailed(null))
  }

  return {
    refresh: (request = requestIndex(reader.host)) => {
      refreshing = take(async () => {
        refused = undefined
        index = await currentIndex(request, reader, index, refuse)
      })
      return refreshing
    },
    complete() {
      if (!isComplete) {
        isComplete = true
        const before = refreshing
        refreshing = take(() => before)
      }
      return refreshing
    },
    index: () => index,
    deferred: () => deferred,
    refused: () => refused,
    amend(how) {
      amend = how
      return carryOut()
    },
    watch: {
      loaded: (...about) => void recovering().then((code) => code.loaded(...about), report),
      drawn: (...about) => void recovering().then((code) => code.drawn(...about), report),
      async failed(...about) {
        const code = await recovering().catch(report)
        return code ? code.failed(...about) : false
      },
    },
    isLacking,
    dispose() {
      unsubscribe()
      recovered?.dispose()
    },
  }
}
