import type { RemoteId } from '@portico/contracts'
import type { Signing } from '@portico/contracts/services/admin'
import {
  type AllowedOrigins,
  FEATURE_IDS,
  type FeatureId,
  type ProjectFeature,
  type RemoteSwitch,
} from '@portico/contracts/services/projectConfig'
import type { RolloutState } from '@portico/contracts/services/rollouts'

/** One feature as sent to clients, with the names that a toggle has set aside. */
export interface FeatureEntry extends Readonly<Omit<ProjectFeature, 'id'>> {
  /** Names that a toggle has removed from `config`; the next `on` restores them. */
  readonly parkedConfig: string[] | null
}

/** A rollout in steps. While it runs, the remote's switch has its target, and the percentage of its step. */
export interface RolloutPlan extends Readonly<Pick<RolloutState, 'target' | 'steps' | 'automaticRollback'>> {
  /** The versions that count as the rollout; all others count as stable. */
  readonly versions: readonly string[]
  /** An ISO 8601 date, which tells two rollouts of a remote apart. */
  readonly begunAt: string
  readonly step: number
  /** An ISO 8601 date. */
  readonly stepSince: string
  readonly ended?: RolloutState['ended']
}

/** The operator's decisions about one project. Only `changeProject` changes it. */
export interface Project {
  readonly id: string
  readonly isAnalyticsEnabled: boolean
  /** Whether events may name the visitor's account. Absent means no. */
  readonly areAddressesKept?: boolean
  /** The percentage of page loads that report the health of remotes, while analytics are on. Absent means all. */
  readonly healthPercent?: number
  /** Time zones in which buying, swapping and paying are off. If absent, the modal uses its own list. */
  readonly restrictedTimeZones?: readonly string[]
  /** Who may make dangerous decisions. Absent means `optional`. */
  readonly signing?: Signing
  /** The remotes that are offered although the deployment is missing something for them, in alphabetical order. */
  readonly forcedRemotes?: readonly RemoteId[]
  readonly features: Readonly<Record<FeatureId, FeatureEntry>>
  /** Only remotes that have a switch, in alphabetical order. */
  readonly remotes: Readonly<Record<RemoteId, RemoteSwitch>>
  /** The last rollout in steps of each remote, which may have ended. Absent means none. */
  readonly rollouts?: Readonly<Record<RemoteId, RolloutPlan>>
  readonly allowedOrigins: readonly string[]
}

/** The entry of a feature that was never set. */
export const OFF: FeatureEntry = { isEnabled: false, config: [], parkedConfig: null }

/** services.md §4.5: every known feature, in the order of the ids, because clients treat a missing feature as off. */
export const wireFeatures = ({ features }: Project): ProjectFeature[] =>
  FEATURE_IDS.map((id) => ({ id, isEnabled: features[id].isEnabled, config: features[id].config }))

/** The percentage of page loads that report the health of remotes. */
export const healthPercentOf = ({ isAnalyticsEnabled, healthPercent = 100 }: Project): number =>
  isAnalyticsEnabled ? healthPercent : 0

/** `GET /projects/v1/origins` */
export const wireOrigins = ({ allowedOrigins }: Project): AllowedOrigins => ({ allowedOrigins: [...allowedOrigins] })
