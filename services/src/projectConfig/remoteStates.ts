import type { RemoteId } from '@portico/contracts'
import { KNOWN_IDS, knownRemote } from '@portico/contracts/services/knownRemotes'
import type { RemoteSwitch } from '@portico/contracts/services/projectConfig'
import { isForcedIn, type Missing, missingOf, NOTHING_MISSING } from './missing.ts'
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
  /** Why the deployment withholds the remote. Absent if it works. */
  readonly missing?: string
  /** Whether the operator insists on a remote that is missing something. */
  readonly isForced?: boolean
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

/** A remote that the deployment cannot offer is off, unless the operator insists on it. */
function offeredState(project: Project, missing: Missing, id: RemoteId): Omit<RemoteState, 'id' | 'switch'> {
  const decided = decide(project, id)
  const reason = missingOf(missing, id)
  if (reason === undefined) return decided
  if (isForcedIn(project, id)) return { ...decided, missing: reason, isForced: true }
  return { ...decided, ...(decided.state !== 'off' && { state: 'off', decidedBy: 'services' }), missing: reason }
}

/**
 * Whether each remote is on, and which field decides that: the remotes that configurations know by name, then those
 * with a switch, and the published ones.
 */
export function remoteStates(
  project: Project,
  published: readonly RemoteId[] = [],
  missing: Missing = NOTHING_MISSING,
): RemoteState[] {
  const ids = new Set([...KNOWN_IDS, ...Object.keys(project.remotes), ...published])
  return [...ids].map((id) => ({ id, ...offeredState(project, missing, id), switch: project.remotes[id] ?? {} }))
}
