import type { RemoteId } from '@portico/contracts'
import type { LaterReleases } from '@portico/contracts/services/laterReleases'
import type { RemoteSwitch } from '@portico/contracts/services/projectConfig'
import type { RemoteWatch } from '../kernel/createRemotes.ts'
import { type Choice, chooseVersion } from '../kernel/planRemotes.ts'
import type { Storage } from '../storage.ts'
import type { ShellStore } from '../store.ts'
import { createHealthReports } from './healthReports.ts'
import type { RemotesPlan } from './restriction.ts'

/** A version that has failed so often in this browser is replaced (decision 0056). */
const FAILURES_MAX = 2

/** What a plan was made from. */
interface Basis {
  readonly remotes: LaterReleases['remotes']
  readonly switches: Readonly<Record<string, RemoteSwitch>>
  readonly bucket: number
  /** The serial number of the index. */
  readonly serial: number
}

export interface RecoverySetup {
  readonly store: ShellStore
  readonly storage: Storage
  /** Makes the plan again, and applies it. */
  readonly replan: () => Promise<void>
}

/** Replaces versions that fail in this browser, and reports how versions fare. */
export interface Recovery extends RemoteWatch {
  /** The plan with other versions in place of those that fail. */
  avoid(plan: RemotesPlan, basis: Basis): Map<RemoteId, Choice>
  dispose(): void
}

const nameOf = (id: RemoteId, version: string) => `${id} ${version}`

/** The next version of the channel, or else of the channel `stable`, that does not fail; undefined if there is none. */
function alternative(
  id: RemoteId,
  { remotes, switches, bucket }: Basis,
  isFailing: (version: string) => boolean,
): Extract<Choice, { kind: 'on' }> | undefined {
  const remote = Object.hasOwn(remotes, id) ? remotes[id] : undefined
  if (!remote) return undefined
  const works = (version: string) => !isFailing(version)
  const channels = Object.entries(remote.channels).map(([name, listed]) => [name, listed.filter(works)])
  const versions = Object.entries(remote.versions).filter(([version]) => works(version))
  const left = { [id]: { channels: Object.fromEntries(channels), versions: Object.fromEntries(versions) } }
  const wanted = Object.hasOwn(switches, id) ? switches[id] : undefined
  for (const release of [wanted, {}]) {
    const choice = chooseVersion(id, left, release, bucket)
    if (choice.kind === 'on') return { ...choice, isFallback: true }
  }
}

export function createRecovery({ store, storage, replan }: RecoverySetup, sdkVersion: string): Recovery {
  /** Kept here, too, because storage may be blocked. */
  let failed = storage.read('failedVersions') ?? { serial: 0, failures: {} }
  let basis: Basis | undefined
  let replaced: ReadonlySet<RemoteId> = new Set()

  const failuresOf = (id: RemoteId, version: string) =>
    Object.entries(failed.failures).find(([name]) => name === nameOf(id, version))?.[1] ?? 0
  const isFailing = (id: RemoteId, version: string) => failuresOf(id, version) >= FAILURES_MAX

  /** A developer's remote says nothing about what is published. */
  const isDeveloped = (id: RemoteId) => {
    const { override } = store.getState().remotes
    return override?.state === 'running' && override.id === id
  }

  const reports = createHealthReports({
    store,
    sdkVersion,
    isFallback: (id) => replaced.has(id),
  })

  return {
    avoid(plan, given) {
      basis = given
      // A newer index may have mended what failed.
      if (failed.serial < given.serial) failed = { serial: given.serial, failures: {} }
      const others = new Map(
        [...plan].flatMap(([id, choice]) => {
          if (choice.kind !== 'on' || !isFailing(id, choice.version)) return []
          const other = alternative(id, given, (version) => isFailing(id, version))
          return other ? [[id, other] as const] : []
        }),
      )
      replaced = new Set(others.keys())
      return new Map([...plan, ...others])
    },
    loaded(id, version, ms) {
      if (!isDeveloped(id)) reports.loaded(id, version, ms)
    },
    drawn(id, version, ms) {
      if (!isDeveloped(id)) reports.drawn(id, version, ms)
    },
    async failed(id, version, outcome) {
      if (isDeveloped(id)) return false
      reports.failed(id, version, outcome)
      // Without a connection, no version can be loaded.
      if (outcome !== 'crash' && navigator.onLine === false) return false
      if (!basis) await replan()
      const count = failuresOf(id, version) + 1
      const { serial } = basis ?? failed
      failed = { serial, failures: { ...failed.failures, [nameOf(id, version)]: count } }
      storage.write('failedVersions', failed)
      const other = basis && alternative(id, basis, (one) => one === version || isFailing(id, one))
      if (!other) return false
      if (count >= FAILURES_MAX) await replan()
      return true
    },
    dispose: () => reports.dispose(),
  }
}
