import type { HealthEntry } from '@portico/contracts/services/remoteHealth'
import type { Measure } from './tables.ts'
import { stepOf } from './timeSteps.ts'

/** The versions of remotes that are counted per project and hour. Clients could invent more. */
export const PAIRS_MAX = 300

/** What pages report that took part in a rollout: on one side of it, by the percentage that they knew. */
export interface Compared {
  loads: number
  failures: number
}

/** The counts of one version of a remote. */
export interface VersionTally {
  readonly id: string
  readonly version: string
  /** Keyed by measure and step, such as `load 12`. */
  readonly counts: Map<string, number>
  /** Keyed by the percentage of the rollout that the page knew. */
  readonly compared: Map<number, Compared>
}

/** The counts of one project in one hour, keyed by remote and version. */
export type HealthTally = Map<string, VersionTally>

/** @param known the counts so far, in memory or stored */
export const hasRoom = (known: { readonly size: number }): boolean => known.size < PAIRS_MAX

function versionIn(tally: HealthTally, id: string, version: string): VersionTally | undefined {
  const name = `${id} ${version}`
  const known = tally.get(name)
  if (known || !hasRoom(tally)) return known
  const made = { id, version, counts: new Map(), compared: new Map() }
  tally.set(name, made)
  return made
}

function increase({ counts }: VersionTally, measure: Measure, step: number, by = 1) {
  const name = `${measure} ${step}`
  counts.set(name, (counts.get(name) ?? 0) + by)
}

function compare({ compared }: VersionTally, share: number, { loads, failures }: Compared) {
  const known = compared.get(share) ?? { loads: 0, failures: 0 }
  compared.set(share, { loads: known.loads + loads, failures: known.failures + failures })
}

export function countEntry(tally: HealthTally, entry: HealthEntry): void {
  const version = versionIn(tally, entry.id, entry.version)
  if (!version) return
  const { outcome, loadMs, renderMs, share, isFallback, isLate } = entry
  if (!isLate && outcome !== 'failedLoad') increase(version, 'load', stepOf(loadMs ?? 0))
  if (!isLate && renderMs !== undefined) increase(version, 'firstRender', stepOf(renderMs))
  if (outcome !== 'healthy') increase(version, outcome, 0)
  if (share === undefined || isFallback) return
  compare(version, share, { loads: isLate ? 0 : 1, failures: outcome === 'healthy' ? 0 : 1 })
}

/** Adds the counts of another tally. */
export function mergeHealth(tally: HealthTally, other: HealthTally): void {
  for (const { id, version, counts, compared } of other.values()) {
    const into = versionIn(tally, id, version)
    if (!into) continue
    for (const [name, count] of counts) into.counts.set(name, (into.counts.get(name) ?? 0) + count)
    for (const [share, both] of compared) compare(into, share, both)
  }
}
