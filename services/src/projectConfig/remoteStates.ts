import type { RemoteId } from '@portico/contracts'
import { KNOWN_IDS, knownRemote } from '@portico/contracts/services/knownRemotes'
import type { RemoteSwitch } from '@portico/contracts/services/projectConfig'
import type { Published } from '../releases/readPublished.ts'
import { isForcedIn, type Missing, missingOf, NOTHING_MISSING } from './missing.ts'
import type { Project } from './project.ts'
import { isOn } from './toggleRemote.ts'

/** `site`: each site's options decide. */
type OnOff = 'on' | 'off' | 'site'

/** A remote from the operator's perspective. */
export interface RemoteState {
  readonly id: RemoteId
  readonly state: OnOff
  /** The deciding field of the project configuration, or `site options`, with what applies if a site says nothing. */
  readonly decidedBy: string
  readonly switch: RemoteSwitch
  /** Why the deployment withholds the remote. Absent if it works. */
  readonly missing?: string
  /** Whether the operator insists on a remote that is missing something. */
  readonly isForced?: boolean
}

const onOff = (isOn: boolean): OnOff => (isOn ? 'on' : 'off')

/** The sites decide, and for a remote without a feature entry its own default applies where they do not. */
function bySite(id: RemoteId, published: Published): string {
  const remote = !knownRemote(id) && Object.hasOwn(published, id) ? published[id] : undefined
  return remote ? `site options, else its own default: ${onOff(remote.isOnByDefault)}` : 'site options'
}

function decide(project: Project, id: RemoteId, published: Published): Pick<RemoteState, 'state' | 'decidedBy'> {
  const enabled = project.remotes[id]?.enabled
  const row = knownRemote(id)
  const entry = row?.entry && project.features[row.entry]
  if (enabled === false || (enabled && !entry)) {
    return { state: onOff(enabled), decidedBy: `remotes.${id}.enabled` }
  }
  if (!row || !entry || entry.config === null) return { state: 'site', decidedBy: bySite(id, published) }
  return { state: onOff(isOn(row, entry)), decidedBy: `features.${row.entry}` }
}

/** A remote that the deployment cannot offer is off, unless the operator insists on it. */
function offeredState(
  project: Project,
  missing: Missing,
  id: RemoteId,
  published: Published,
): Omit<RemoteState, 'id' | 'switch'> {
  const decided = decide(project, id, published)
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
  published: Published = {},
  missing: Missing = NOTHING_MISSING,
): RemoteState[] {
  const ids = new Set([...KNOWN_IDS, ...Object.keys(project.remotes), ...Object.keys(published)])
  return [...ids].map((id) => {
    return { id, ...offeredState(project, missing, id, published), switch: project.remotes[id] ?? {} }
  })
}
