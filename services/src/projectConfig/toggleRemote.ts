import { DEFAULT_SOCIALS, type RemoteId } from '@portico/contracts'
import type { FeatureId, RemoteSwitch } from '@portico/contracts/services/projectConfig'
import type { FeatureEntry, Project } from './project.ts'

/** services.md §5.1: the remotes with a feature entry of their own. `email` and `socials` share `social_login`. */
export const FEATURE_OF = {
  swaps: 'swap',
  onramp: 'onramp',
  activity: 'activity',
  emailCapture: 'email_capture',
} as const satisfies Partial<Record<RemoteId, FeatureId>>

type FeatureRemoteId = keyof typeof FEATURE_OF

export const hasFeature = (id: RemoteId): id is FeatureRemoteId => id in FEATURE_OF

/** services.md §5.2: the client's defaults. With an empty list, `swap` and `onramp` count as off. */
const DEFAULT_CONFIG: Readonly<Record<FeatureRemoteId, string[]>> = {
  swaps: ['1inch'],
  onramp: ['meld'],
  activity: [],
  emailCapture: [],
}

interface SocialLogin {
  readonly hasEmail: boolean
  readonly socials: string[]
  readonly parkedSocials: string[]
}

/** Splits `social_login` into its two remotes. If it is off, both are off; with `config: null`, site defaults apply. */
export function readSocialLogin({ isEnabled, config, parkedConfig }: FeatureEntry): SocialLogin {
  const names = config ?? ['email', ...DEFAULT_SOCIALS]
  const socials = names.filter((name) => name !== 'email')
  if (isEnabled || config === null) {
    return { hasEmail: names.includes('email'), socials, parkedSocials: parkedConfig ?? [] }
  }
  return { hasEmail: false, socials: [], parkedSocials: socials.length > 0 ? socials : (parkedConfig ?? []) }
}

/** The entry for the two remotes; `isEnabled` is false only if both are off. */
function socialLoginEntry({ hasEmail, socials, parkedSocials }: SocialLogin): FeatureEntry {
  const config = hasEmail ? ['email', ...socials] : socials
  return { isEnabled: config.length > 0, config, parkedConfig: parkedSocials.length > 0 ? parkedSocials : null }
}

function withSocials({ hasEmail, socials, parkedSocials }: SocialLogin, on: boolean): SocialLogin {
  if (on === socials.length > 0) return { hasEmail, socials, parkedSocials }
  if (!on) return { hasEmail, socials: [], parkedSocials: socials }
  return { hasEmail, socials: parkedSocials.length > 0 ? parkedSocials : [...DEFAULT_SOCIALS], parkedSocials: [] }
}

function toggleFeature(entry: FeatureEntry, id: FeatureRemoteId, on: boolean): FeatureEntry {
  const isBare = !entry.config || (on && entry.config.length === 0)
  return { ...entry, isEnabled: on, config: isBare ? DEFAULT_CONFIG[id] : entry.config }
}

function toggleSocialLogin(entry: FeatureEntry, id: 'email' | 'socials', on: boolean): FeatureEntry {
  const login = readSocialLogin(entry)
  const isOn = id === 'email' ? login.hasEmail : login.socials.length > 0
  if (entry.config && isOn === on) return entry
  return socialLoginEntry(id === 'email' ? { ...login, hasEmail: on } : withSocials(login, on))
}

function toggleEntries({ features }: Project, id: RemoteId, on: boolean): Project['features'] {
  if (id === 'email' || id === 'socials') {
    return { ...features, social_login: toggleSocialLogin(features.social_login, id, on) }
  }
  if (!hasFeature(id)) return features
  const featureId = FEATURE_OF[id]
  return { ...features, [featureId]: toggleFeature(features[featureId], id, on) }
}

/** Send, receive and pay have no feature entry on the wire. */
export const isDecidedBySwitch = (id: RemoteId) => id === 'send' || id === 'receive' || id === 'pay'

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
 * for our own three remotes). `on` restores what `off` removed; `null` leaves the decision about those three to each
 * site.
 */
export const toggleRemote = (project: Project, id: RemoteId, on: boolean | null): Project => ({
  ...project,
  features: on === null ? project.features : toggleEntries(project, id, on),
  remotes: withSwitch(project, id, toggleSwitch(project.remotes[id] ?? {}, id, on)),
})
