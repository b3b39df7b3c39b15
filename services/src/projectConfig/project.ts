import { REMOTE_IDS, type RemoteId } from '@portico/contracts'
import {
  type AllowedOrigins,
  FEATURE_IDS,
  type FeatureId,
  type ProjectConfig,
  type ProjectFeature,
  type RemoteSwitch,
} from '@portico/contracts/services/projectConfig'

/** One feature of the wire, with what a toggle set aside. */
export interface FeatureEntry extends Readonly<Omit<ProjectFeature, 'id'>> {
  /** Names that a toggle took out of `config`, for the next `on`. */
  readonly parkedConfig: string[] | null
}

/** All that the operator decides about one project. Changing it is `changeProject`'s business alone. */
export interface Project {
  readonly id: string
  readonly isAnalyticsEnabled: boolean
  /** Whether events may name the visitor's account. Absent means no. */
  readonly areAddressesKept?: boolean
  /** In which nothing is bought, swapped or paid for; absent: those that the modal knows. */
  readonly restrictedTimeZones?: readonly string[]
  readonly features: Readonly<Record<FeatureId, FeatureEntry>>
  readonly remotes: Readonly<Partial<Record<RemoteId, RemoteSwitch>>>
  readonly allowedOrigins: readonly string[]
}

/** What a feature is that was never set. */
export const OFF: FeatureEntry = { isEnabled: false, config: [], parkedConfig: null }

/** services.md §4.5, every known id in its order: the client takes a missing one for off. */
export const wireFeatures = ({ features }: Project): ProjectFeature[] =>
  FEATURE_IDS.map((id) => ({ id, isEnabled: features[id].isEnabled, config: features[id].config }))

/** `GET /appkit/v1/config` */
export const wireConfig = (project: Project): ProjectConfig => ({
  features: wireFeatures(project),
  remotes: Object.fromEntries(
    REMOTE_IDS.flatMap((id) => {
      const remoteSwitch = project.remotes[id]
      return remoteSwitch ? [[id, remoteSwitch]] : []
    }),
  ),
  ...(project.restrictedTimeZones && { restrictedTimeZones: [...project.restrictedTimeZones] }),
})

/** `GET /projects/v1/origins` */
export const wireOrigins = ({ allowedOrigins }: Project): AllowedOrigins => ({ allowedOrigins: [...allowedOrigins] })
