import { REMOTE_IDS, type RemoteId } from '@portico/contracts'
import type { FeatureId, RemoteSwitch } from '@portico/contracts/services/projectConfig'
import type { Project } from './project.ts'
import { FEATURE_OF, hasFeature, readSocialLogin } from './toggleRemote.ts'

/** `site`: each site's options decide. */
type OnOff = 'on' | 'off' | 'site'

/** A remote from the operator's perspective. */
export interface RemoteState {
  readonly id: RemoteId
  readonly state: OnOff
  /** The deciding field of the project configuration, or `site options`. */
  readonly decidedBy: string
  readonly switch: RemoteSwitch
}

const onOff = (isOn: boolean): OnOff => (isOn ? 'on' : 'off')

/** services.md §5.1: an empty provider list means off; `activity` and `email_capture` depend on `isEnabled` alone. */
function featureState({ features }: Project, id: RemoteId): { featureId: FeatureId; isOn: boolean } | undefined {
  if (id === 'email' || id === 'socials') {
    const { hasEmail, socials } = readSocialLogin(features.social_login)
    return { featureId: 'social_login', isOn: id === 'email' ? hasEmail : socials.length > 0 }
  }
  if (!hasFeature(id)) return undefined
  const featureId = FEATURE_OF[id]
  const { isEnabled, config } = features[featureId]
  const needsName = id === 'swaps' || id === 'onramp'
  return { featureId, isOn: isEnabled && !(needsName && config?.length === 0) }
}

function decide(project: Project, id: RemoteId): Pick<RemoteState, 'state' | 'decidedBy'> {
  const enabled = project.remotes[id]?.enabled
  const feature = featureState(project, id)
  if (enabled === false || (enabled && !feature)) {
    return { state: onOff(enabled), decidedBy: `remotes.${id}.enabled` }
  }
  if (!feature || project.features[feature.featureId].config === null) {
    return { state: 'site', decidedBy: 'site options' }
  }
  return { state: onOff(feature.isOn), decidedBy: `features.${feature.featureId}` }
}

/** The nine remotes in order: whether each is on, and which field decides that. */
export const remoteStates = (project: Project): RemoteState[] =>
  REMOTE_IDS.map((id) => ({ id, ...decide(project, id), switch: project.remotes[id] ?? {} }))
