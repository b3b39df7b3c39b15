import { DEFAULT_SOCIALS, type RemoteId } from '@portico/contracts'
import {
  FEATURE_IDS,
  type FeatureId,
  type ProjectConfig,
  type ProjectFeature,
} from '@portico/contracts/services/projectConfig'
import type { FeatureOptions } from '../options/types.ts'

/** The features that are on, by local options and project configuration. A list names the providers that are on. */
export interface Features {
  readonly email: boolean
  readonly socials: readonly string[] | false
  readonly swaps: readonly string[] | false
  readonly onramp: readonly string[] | false
  readonly activity: boolean
  readonly reownBranding: boolean
  readonly multiWallet: boolean
  readonly emailCapture: readonly string[] | boolean
  readonly receive: boolean
  readonly send: boolean
  readonly pay: boolean
}

export interface ResolvedFeatures {
  readonly features: Features
  /** Local settings that the configuration overrides, named as the site spells them: `features.history`. */
  readonly ignored: readonly string[]
  /** Feature ids, social names and provider names that this release does not know. */
  readonly unknown: readonly string[]
}

/** The provider names that this release knows (services.md §5.1). */
const KNOWN_NAMES: Partial<Record<FeatureId, readonly string[]>> = {
  social_login: ['email', ...DEFAULT_SOCIALS],
  swap: ['1inch'],
  onramp: ['meld'],
}

const listOr = (local: boolean | readonly string[] | undefined, standard: readonly string[]) =>
  local === undefined || local === true ? standard : local === false || local.length === 0 ? false : local

const nonEmpty = (names: readonly string[]) => (names.length > 0 ? names : false)

interface Rule {
  readonly id: FeatureId
  /** The site's option for the feature, if there is one. */
  readonly local?: keyof FeatureOptions
  readonly fromConfig: (names: readonly string[]) => boolean | readonly string[]
  readonly fallback: (local: FeatureOptions) => boolean | readonly string[]
}

/** The rules of services.md §5.1, one row per feature. */
const RULES = {
  email: {
    id: 'social_login',
    local: 'email',
    fromConfig: (names) => names.includes('email'),
    fallback: (local) => local.email ?? true,
  },
  socials: {
    id: 'social_login',
    local: 'socials',
    fromConfig: (names) => nonEmpty(names.filter((name) => name !== 'email')),
    fallback: (local) => listOr(local.socials, DEFAULT_SOCIALS),
  },
  swaps: { id: 'swap', local: 'swaps', fromConfig: nonEmpty, fallback: (local) => listOr(local.swaps, ['1inch']) },
  onramp: { id: 'onramp', local: 'onramp', fromConfig: nonEmpty, fallback: (local) => listOr(local.onramp, ['meld']) },
  activity: { id: 'activity', local: 'history', fromConfig: () => true, fallback: (local) => local.history ?? true },
  reownBranding: {
    id: 'reown_branding',
    local: 'reownBranding',
    fromConfig: () => true,
    fallback: (local) => local.reownBranding ?? true,
  },
  multiWallet: { id: 'multi_wallet', fromConfig: () => true, fallback: () => false },
  emailCapture: { id: 'email_capture', fromConfig: (names) => names, fallback: () => false },
} as const satisfies Record<string, Rule>

type RemoteFeature = keyof typeof RULES
/** Features that only the local option and `remotes.<id>.enabled` decide. */
const LOCAL_FEATURES = { receive: true, send: true, pay: false } as const

export const ALL_OFF = Object.fromEntries(
  Object.keys({ ...RULES, ...LOCAL_FEATURES }).map((feature) => [feature, false]),
) as unknown as Features

/** Returns the names that we know, and adds the others to `unknown`. */
function knownNames(entry: ProjectFeature, unknown: Set<string>): readonly string[] {
  const known = KNOWN_NAMES[entry.id as FeatureId]
  const names = entry.config ?? []
  if (!known) return names
  for (const name of names) if (!known.includes(name)) unknown.add(name)
  return names.filter((name) => known.includes(name))
}

/**
 * Applies services.md §5.2 with two exceptions: `isEnabled: false` means off, whatever `config` contains; and without a
 * configuration (`undefined`), every feature has its local value, or else the default.
 */
export function resolveFeatures(
  config: ProjectConfig | undefined,
  local: FeatureOptions,
  isBasic: boolean,
): ResolvedFeatures {
  if (isBasic) return { features: ALL_OFF, ignored: [], unknown: [] }
  const ignored: string[] = []
  const unknown = new Set<string>()
  const switches = config?.remotes ?? {}
  const resolved: Record<string, boolean | readonly string[]> = {}

  for (const entry of config?.features ?? []) {
    if (!(FEATURE_IDS as readonly string[]).includes(entry.id)) unknown.add(entry.id)
  }
  for (const [feature, rule] of Object.entries(RULES) as [RemoteFeature, Rule][]) {
    const entry = config?.features.find(({ id }) => id === rule.id)
    const isSwitchedOn = switches[feature]?.enabled
    if (isSwitchedOn === false) resolved[feature] = false
    else if (!config || (entry?.isEnabled && entry.config === null)) resolved[feature] = rule.fallback(local)
    else if (!entry) resolved[feature] = isSwitchedOn ? rule.fallback(local) : false
    else resolved[feature] = entry.isEnabled && rule.fromConfig(knownNames(entry, unknown))
    const isOverridden = isSwitchedOn === false || (entry ? entry.config !== null || !entry.isEnabled : false)
    if (config && rule.local && local[rule.local] !== undefined && isOverridden) ignored.push(nameOf(rule.local))
  }
  for (const [feature, standard] of Object.entries(LOCAL_FEATURES) as [keyof typeof LOCAL_FEATURES, boolean][]) {
    const enabled = switches[feature]?.enabled
    resolved[feature] = enabled ?? local[feature] ?? standard
    if (enabled !== undefined && local[feature] !== undefined && local[feature] !== enabled) {
      ignored.push(nameOf(feature))
    }
  }
  // rules.md §5: with pay on, e-mail and social login are off.
  if (resolved.pay) Object.assign(resolved, { email: false, socials: false })
  return { features: { ...ALL_OFF, ...resolved } as Features, ignored, unknown: [...unknown] }
}

const nameOf = (option: string) =>
  option === 'history' ? '"features.history" (now "activity")' : `"features.${option}"`

/** Whether a remote's feature is wanted. For email capture, an empty list of settings counts as on. */
export const isWanted = (features: Features, id: RemoteId): boolean => features[id] !== false
