import type { RemoteId } from '@portico/contracts'
import {
  DEFAULT_WALLET_FEATURES_ORDER,
  KNOWN_FEATURES,
  KNOWN_IDS,
  type KnownFeature,
  type KnownRemoteId,
  knownRemote,
} from '@portico/contracts/services/knownRemotes'
import type { ProjectConfig } from '@portico/contracts/services/projectConfig'
import type { FeatureOptions } from '../options/types.ts'

type Table = typeof KNOWN_FEATURES
const ROWS = Object.entries(KNOWN_FEATURES) as readonly [keyof Table, KnownFeature][]

/** On or off; for a feature with providers, the providers that are on, or false. */
type Resolved<Row> = Row extends { standard: readonly string[] }
  ? readonly string[] | false
  : Row extends { hasSettings: true }
    ? readonly string[] | boolean
    : boolean

/** The known features that are on, by local options and project configuration. */
export type Features = { readonly [Id in keyof Table]: Resolved<Table[Id]> }

export interface ResolvedFeatures {
  readonly features: Features
  /** Whether the other remotes are on that configuration or site name. Absent: no other remote is on. */
  readonly others?: Readonly<Record<RemoteId, boolean>> | undefined
  /** Local settings that the configuration overrides, named as the site spells them: `features.history`. */
  readonly ignored: readonly string[]
  /** Feature ids, social names and provider names that this release does not know. */
  readonly unknown: readonly string[]
}

export const ALL_OFF = Object.fromEntries(ROWS.map(([id]) => [id, false])) as unknown as Features

const listOr = (local: boolean | readonly string[] | undefined, standard: readonly string[]) =>
  local === undefined || local === true ? standard : local === false || local.length === 0 ? false : local

/** What applies without a decision by the configuration. @param wanted the site's option */
function withoutDecision(
  { standard }: KnownFeature,
  wanted: boolean | readonly string[] | undefined,
): boolean | readonly string[] {
  return typeof standard === 'boolean' ? (wanted ?? standard) : listOr(wanted, standard)
}

/** What the names of the configuration's entry say about a feature (services.md §5.1). */
function fromNames({ standard, listedAs, hasSettings }: KnownFeature, names: readonly string[]) {
  if (typeof standard !== 'boolean') {
    const known = names.filter((name) => standard.includes(name))
    return known.length > 0 && known
  }
  return listedAs ? names.includes(listedAs) : !hasSettings || names
}

/** The names that no feature knows: of entries, and of providers in them. */
const unknownNames = ({ features }: ProjectConfig): string[] =>
  features.flatMap(({ id, isEnabled, config }) => {
    const rows = ROWS.filter(([, { entry }]) => entry === id)
    const known = rows.flatMap(([, { standard, listedAs = [] }]) =>
      typeof standard === 'boolean' ? listedAs : standard,
    )
    if (!rows.length) return [id]
    return known.length && isEnabled ? (config ?? []).filter((name) => !known.includes(name)) : []
  })

/**
 * Applies services.md §5.2 with two exceptions: `isEnabled: false` means off, whatever `config` contains; and without a
 * configuration (`undefined`), every feature has its local value, or else the default.
 */
export function resolveFeatures(
  config: ProjectConfig | undefined,
  local: FeatureOptions,
  isBasic: boolean,
  localRemotes: Readonly<Record<RemoteId, boolean>> = {},
): ResolvedFeatures {
  if (isBasic) return { features: ALL_OFF, others: undefined, ignored: [], unknown: [] }
  const ignored: string[] = []
  const switches = config?.remotes ?? {}
  const resolved: Record<string, boolean | readonly string[]> = {}

  for (const [id, row] of ROWS) {
    const { option } = row
    const entry = config?.features.find((one) => one.id === row.entry)
    const isSwitchedOn = Object.hasOwn(switches, id) ? switches[id]?.enabled : undefined
    const wanted = option ? (local[option] ?? localRemotes[id]) : undefined
    const own = withoutDecision(row, wanted)
    if (isSwitchedOn === false) resolved[id] = false
    else if (!row.entry) resolved[id] = isSwitchedOn ?? own
    else if (!config || (entry?.isEnabled && entry.config === null)) resolved[id] = own
    else if (!entry) resolved[id] = isSwitchedOn ? own : false
    else resolved[id] = entry.isEnabled && fromNames(row, entry.config ?? [])

    const isDecided = row.entry
      ? isSwitchedOn === false || (entry && (entry.config !== null || !entry.isEnabled))
      : isSwitchedOn !== undefined && isSwitchedOn !== wanted
    if (option && wanted !== undefined && isDecided)
      ignored.push(`"features.${option}"${option === id ? '' : ` (now "${id}")`}`)
  }
  for (const [id, { replaces = [] }] of ROWS) if (resolved[id]) for (const other of replaces) resolved[other] = false

  const others: Record<RemoteId, boolean> = {}
  const mentioned = [
    ...Object.entries(localRemotes),
    ...Object.entries(switches).map(([id, { enabled }]) => [id, enabled] as const),
  ]
  for (const [id, isOn] of mentioned) if (isOn !== undefined && !knownRemote(id)) others[id] = isOn
  for (const [id, isOn] of Object.entries(localRemotes)) {
    if (!knownRemote(id) && others[id] !== isOn) ignored.push(`"remotes.${id}"`)
  }
  return {
    features: resolved as unknown as Features,
    others,
    ignored,
    unknown: [...new Set(config && unknownNames(config))],
  }
}

type Decided = Pick<ResolvedFeatures, 'features' | 'others'>

/** The remotes that the table, the configuration or the site name. */
export const namedRemotes = ({ others }: Decided): readonly RemoteId[] => [...KNOWN_IDS, ...Object.keys(others ?? {})]

/**
 * Whether a remote is wanted. For one that the table does not know, `isOnByDefault` applies if nobody has decided. A
 * list of settings counts as on, even an empty one.
 */
export function isWanted({ features, others }: Decided, id: RemoteId, isOnByDefault = false): boolean {
  if (knownRemote(id)) return features[id as KnownRemoteId] !== false
  return others !== undefined && (Object.hasOwn(others, id) ? others[id] === true : isOnByDefault)
}

/** The remotes whose actions the account view can expect while the release index is loading. */
export const expectedActions = (project: Decided): readonly RemoteId[] =>
  DEFAULT_WALLET_FEATURES_ORDER.filter((id) => isWanted(project, id))
