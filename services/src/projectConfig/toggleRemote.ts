import type { RemoteId } from '@portico/contracts'
import { KNOWN_REMOTES, type KnownFeature, knownRemote } from '@portico/contracts/services/knownRemotes'
import type { FeatureId, RemoteSwitch } from '@portico/contracts/services/projectConfig'
import type { FeatureEntry, Project } from './project.ts'

const ROWS: readonly KnownFeature[] = Object.values(KNOWN_REMOTES)

/** services.md §5.2: the client's usual providers. An empty list of providers counts as off. */
const usualNames = ({ standard }: KnownFeature): string[] => (typeof standard === 'boolean' ? [] : [...standard])

/** An entry of two remotes (services.md §5.1): one is on if its name is listed, the other has the remaining names. */
interface SharedEntry {
  readonly name: string
  readonly usual: readonly string[]
}

function sharedEntry(entry: FeatureId | undefined): SharedEntry | undefined {
  const rows = ROWS.filter((row) => row.entry === entry)
  const name = rows.find(({ listedAs }) => listedAs)?.listedAs
  return name === undefined ? undefined : { name, usual: rows.flatMap(usualNames) }
}

interface SharedState {
  readonly hasName: boolean
  readonly others: string[]
  readonly parked: string[]
}

/** Splits a shared entry into its two remotes. If it is off, both are off; with `config: null`, site defaults apply. */
function readShared({ name, usual }: SharedEntry, { isEnabled, config, parkedConfig }: FeatureEntry): SharedState {
  const names = config ?? [name, ...usual]
  const others = names.filter((one) => one !== name)
  if (isEnabled || config === null) return { hasName: names.includes(name), others, parked: parkedConfig ?? [] }
  return { hasName: false, others: [], parked: others.length > 0 ? others : (parkedConfig ?? []) }
}

/** The entry for the two remotes; `isEnabled` is false only if both are off. */
function writeShared({ name }: SharedEntry, { hasName, others, parked }: SharedState): FeatureEntry {
  const config = hasName ? [name, ...others] : others
  return { isEnabled: config.length > 0, config, parkedConfig: parked.length > 0 ? parked : null }
}

function withOthers({ usual }: SharedEntry, { hasName, others, parked }: SharedState, on: boolean): SharedState {
  if (on === others.length > 0) return { hasName, others, parked }
  if (!on) return { hasName, others: [], parked: others }
  return { hasName, others: parked.length > 0 ? parked : [...usual], parked: [] }
}

/** Whether a feature's entry says that it is on (services.md §5.1). */
export function isOn(row: KnownFeature, entry: FeatureEntry): boolean {
  const shared = sharedEntry(row.entry)
  if (!shared) return entry.isEnabled && !(usualNames(row).length > 0 && entry.config?.length === 0)
  const { hasName, others } = readShared(shared, entry)
  return row.listedAs ? hasName : others.length > 0
}

function toggleEntry(row: KnownFeature, entry: FeatureEntry, on: boolean): FeatureEntry {
  const shared = sharedEntry(row.entry)
  if (!shared) {
    const isBare = !entry.config || (on && entry.config.length === 0)
    return { ...entry, isEnabled: on, config: isBare ? usualNames(row) : entry.config }
  }
  if (entry.config && isOn(row, entry) === on) return entry
  const state = readShared(shared, entry)
  return writeShared(shared, row.listedAs ? { ...state, hasName: on } : withOthers(shared, state, on))
}

/** Whether only the remote's switch decides, because the remote has no feature entry on the wire. */
export const isDecidedBySwitch = (id: RemoteId): boolean => !knownRemote(id)?.entry

/** A stored `enabled: false` overrides everything (`RemoteSwitch`), so `on` must remove it. */
function toggleSwitch({ enabled, ...release }: RemoteSwitch, id: RemoteId, on: boolean | null): RemoteSwitch {
  if (isDecidedBySwitch(id)) return on === null ? release : { enabled: on, ...release }
  return enabled === false && !on ? { enabled, ...release } : release
}

/** Features that are not remotes (services.md §4.5). */
export const OWN_FEATURES = ['multi_wallet', 'reown_branding'] as const satisfies readonly FeatureId[]

export const toggleOwnFeature = (project: Project, id: (typeof OWN_FEATURES)[number], isEnabled: boolean): Project => ({
  ...project,
  features: { ...project.features, [id]: { ...project.features[id], isEnabled } },
})

/** The project's switches with one of them replaced. If the new switch is empty, it is omitted. */
export function withSwitch({ remotes }: Project, id: RemoteId, next: RemoteSwitch): Project['remotes'] {
  const { [id]: _, ...others } = remotes
  return Object.keys(next).length > 0 ? { ...others, [id]: next } : others
}

/**
 * `toggle <id> on|off|site`: writes to the field in which clients look for the decision (services.md §5.1; `remotes`
 * for remotes without an entry). `on` restores what `off` removed; `null` leaves the decision about those without an
 * entry to each site.
 */
export function toggleRemote(project: Project, id: RemoteId, on: boolean | null): Project {
  const row = knownRemote(id)
  const remotes = withSwitch(project, id, toggleSwitch(project.remotes[id] ?? {}, id, on))
  if (!row?.entry || on === null) return { ...project, remotes }
  const entry = toggleEntry(row, project.features[row.entry], on)
  return { ...project, features: { ...project.features, [row.entry]: entry }, remotes }
}
