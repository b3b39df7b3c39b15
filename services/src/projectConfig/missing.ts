import type { RemoteId } from '@portico/contracts'
import { KNOWN_REMOTES, type KnownFeature, type Need, REMOTE_NEEDS } from '@portico/contracts/services/knownRemotes'
import type { ProjectFeature, RemoteSwitch } from '@portico/contracts/services/projectConfig'
import type { ServicesOptions } from '../servicesOptions.ts'
import { type Project, wireFeatures } from './project.ts'

/**
 * What this deployment cannot do. A remote whose service is not configured would show visitors an error, or let them
 * wait for a site that is not there; so the configuration that modals read does not offer it (decision 0057).
 */
export interface Missing {
  /** For each unmet need: the reason, for operators. */
  readonly needs: Readonly<Partial<Record<Need, string>>>
  /** The sign-in providers that are configured; undefined if that is not known. */
  readonly providers?: readonly string[] | undefined
}

export const NOTHING_MISSING: Missing = { needs: {} }

const NO_WALLET = 'no embedded wallet is configured; set LOGIN_SIGNING_KEY and SECURE_SITE_ORIGIN'
const NO_MAIL = 'no mail server is configured; set SMTP_URL and SMTP_FROM'
const NO_PROVIDER = 'no provider is configured; set SOCIAL_GOOGLE_ID and SOCIAL_GOOGLE_SECRET, or those of another one'
const NO_SALES = 'no provider is configured; set MELD_KEY'
const NO_CONVERSION = 'no provider is configured; set ONEINCH_KEY, POOLS or JUPITER_UPSTREAMS'
const NO_NODES = 'no chain has a node; set RPC_UPSTREAMS'

function loginMissing({ login }: ServicesOptions): Missing {
  if (!login) return { needs: { mail: NO_WALLET, providers: NO_WALLET }, providers: [] }
  const providers = [...Object.keys(login.social ?? {}), ...(login.farcaster ? ['farcaster'] : [])]
  return {
    needs: { ...(!login.mail && { mail: NO_MAIL }), ...(providers.length === 0 && { providers: NO_PROVIDER }) },
    providers,
  }
}

function chainsMissing({ blockchain, jsonRpc }: ServicesOptions): Missing['needs'] {
  const { onramp, oneInch, jupiter, pools } = blockchain ?? {}
  return {
    ...(!onramp?.meld && !onramp?.added?.length && { sales: NO_SALES }),
    ...(!oneInch && !jupiter && !pools?.size && { conversion: NO_CONVERSION }),
    ...(!jsonRpc && { nodes: NO_NODES }),
  }
}

/** Only services that run in this process are judged: what another process can do is not known here. */
export function missingIn(options: ServicesOptions): Missing {
  const runs = (name: 'login' | 'blockchainApi') => options.services?.includes(name) ?? true
  const login = runs('login') ? loginMissing(options) : NOTHING_MISSING
  return { ...login, needs: { ...login.needs, ...(runs('blockchainApi') && chainsMissing(options)) } }
}

const needOf = (id: RemoteId): Need | undefined =>
  Object.hasOwn(REMOTE_NEEDS, id) ? REMOTE_NEEDS[id as keyof typeof REMOTE_NEEDS] : undefined

/** Why the deployment cannot offer the remote; undefined if it can. */
export function missingOf({ needs }: Missing, id: RemoteId): string | undefined {
  const need = needOf(id)
  return need && needs[need]
}

export const isForcedIn = ({ forcedRemotes = [] }: Project, id: RemoteId): boolean => forcedRemotes.includes(id)

/** A known remote with its entry, and whether this project must not offer it. */
interface Row extends KnownFeature {
  readonly id: RemoteId
  readonly isForced: boolean
  readonly isWithheld: boolean
}

function rowsOf(project: Project, missing: Missing): Row[] {
  return Object.entries<KnownFeature>(KNOWN_REMOTES).map(([id, row]) => {
    const isForced = isForcedIn(project, id)
    return { ...row, id, isForced, isWithheld: !isForced && missingOf(missing, id) !== undefined }
  })
}

/** The entry without what does not work. If its `config` is `null`, each site's list applies, and switches decide. */
function offered(feature: ProjectFeature, rows: readonly Row[], { providers }: Missing): ProjectFeature {
  const own = rows.filter(({ entry }) => entry === feature.id)
  const listed = own.find(({ listedAs }) => listedAs)
  if (!listed) return own.some(({ isWithheld }) => isWithheld) ? { ...feature, isEnabled: false } : feature
  if (feature.config === null) return feature
  const areForced = own.some((row) => row !== listed && row.isForced)
  const works = (name: string) =>
    name === listed.listedAs ? !listed.isWithheld : areForced || (providers?.includes(name) ?? true)
  const config = feature.config.filter(works)
  return { ...feature, isEnabled: feature.isEnabled && config.length > 0, config }
}

/** The features and switches that modals get: without what the deployment cannot do. */
export function offeredBy(
  project: Project,
  missing: Missing,
): { features: ProjectFeature[]; remotes: Record<RemoteId, RemoteSwitch> } {
  const rows = rowsOf(project, missing)
  const switches = new Map(Object.entries(project.remotes))
  for (const { id, isWithheld } of rows) if (isWithheld) switches.set(id, { ...project.remotes[id], enabled: false })
  // In alphabetical order, so that equal decisions give equal answers.
  const sorted = [...switches].sort(([one], [other]) => (one < other ? -1 : 1))
  return {
    features: wireFeatures(project).map((feature) => offered(feature, rows, missing)),
    remotes: Object.fromEntries(sorted),
  }
}
