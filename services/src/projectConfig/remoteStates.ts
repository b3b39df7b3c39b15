import type { RemoteId } from '@portico/contracts'
import { KNOWN_IDS, knownRemote } from '@portico/contracts/services/knownRemotes'
import type { RemoteSwitch } from '@portico/contracts/services/projectConfig'
import type { Project } from './project.ts'
import { isOn } from './toggleRemote.ts'

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

function decide(project: Project, id: RemoteId): Pick<RemoteState, 'state' | 'decidedBy'> {
  const enabled = project.remotes[id]?.enabled
  const row = knownRemote(id)
  const entry = row?.entry && project.features[row.entry]
  if (enabled === false || (enabled && !entry)) {
    return { state: onOff(enabled), decidedBy: `remotes.${id}.enabled` }
  }
  if (!row || !entry || entry.config === null) return { state: 'site', decidedBy: 'site options' }
  return { state: onOff(isOn(row, entry)), decidedBy: `features.${row.entry}` }
}

/**
 * Whether each remote is on, and which field decides that: the remotes that configurations know by name, then those
 * with a switch, and the published ones.
 */
export function remoteStates(project: Project, published: readonly RemoteId[] = []): RemoteState[] {
  const ids = new Set([...KNOWN_IDS, ...Object.keys(project.remotes), ...published])
  return [...ids].map((id) => ({ id, ...decide(project, id), switch: project.remotes[id] ?? {} }))
}
