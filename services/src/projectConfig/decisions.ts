import { isRemoteId } from '@portico/contracts'
import type { SwitchBody } from '@portico/contracts/services/admin'
import type { ProjectDecision } from '@portico/contracts/services/operators'
import type { RemoteSwitch } from '@portico/contracts/services/projectConfig'
import type { InferOutput } from 'valibot'
import { ServiceError } from '../http/errors.ts'
import type { ReadPublished } from '../releases/readPublished.ts'
import { endOverridden } from '../rollouts/rolloutPlan.ts'
import type { AdminScope } from './adminTokens.ts'
import { isKnown, refuseUnknownRelease, refuseUnknownRemote, refuseUnknownZones } from './checkDecision.ts'
import type { Project } from './project.ts'
import { isDecidedBySwitch, toggleOwnFeature, toggleRemote, withSwitch } from './toggleRemote.ts'

/** Every decision about a project: what it needs, how the audit log calls it, when it is refused, what it changes. */

const SCOPES: Readonly<Record<ProjectDecision['kind'], AdminScope>> = {
  toggle: 'toggle',
  kill: 'toggle',
  feature: 'toggle',
  analytics: 'toggle',
  release: 'release',
  origins: 'release',
  timeZones: 'release',
  signing: 'release',
}

export const scopeOf = ({ kind }: Pick<ProjectDecision, 'kind'>): AdminScope => SCOPES[kind]

const named = ({ channel, version, rollout }: InferOutput<typeof SwitchBody>) =>
  Object.entries({ channel, version, rollout })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value ?? ''}`)
    .join(' ')

function nameDecision(decision: ProjectDecision): string {
  switch (decision.kind) {
    case 'toggle':
      return `toggle ${decision.remoteId} ${decision.on === null ? 'site' : decision.on ? 'on' : 'off'}`
    case 'kill':
      return `kill ${decision.remoteId}`
    case 'release':
      return `set ${decision.remoteId} ${named(decision)}`
    case 'feature':
      return `turn ${decision.featureId} ${decision.on ? 'on' : 'off'}`
    case 'analytics': {
      const { isAnalyticsEnabled, addresses, healthPercent } = decision
      const and = [
        ...(addresses === undefined ? [] : [` ${addresses ? 'with' : 'without'} addresses`]),
        ...(healthPercent === undefined ? [] : [`, health reports of ${healthPercent} %`]),
      ].join('')
      return `turn analytics ${isAnalyticsEnabled ? 'on' : 'off'}${and}`
    }
    case 'origins':
      return 'set the allowed origins'
    case 'timeZones':
      return 'set the restricted time zones'
    case 'signing':
      return `set signing to ${decision.signing}`
  }
}

/** The description in the audit log. @param isForced the operator insists on something that does not exist yet */
export const describeDecision = (decision: ProjectDecision, isForced: boolean): string =>
  `${nameDecision(decision)}${isForced ? ' (forced)' : ''}`

/** Fields that are absent from `changes` stay; `null` removes a field. */
function mergeSwitch(
  current: RemoteSwitch,
  { channel, version, rollout }: InferOutput<typeof SwitchBody>,
): RemoteSwitch {
  const given = Object.entries({ channel, version, rollout }).filter(([, value]) => value !== undefined)
  const merged = Object.entries({ ...current, ...Object.fromEntries(given) }).filter(([, value]) => value !== null)
  return Object.fromEntries(merged)
}

/** Switching off takes an insisted offer back. */
function withForced({ forcedRemotes = [], ...project }: Project, id: string, isForced: boolean): Project {
  const others = forcedRemotes.filter((one) => one !== id)
  const next = isForced ? [...others, id].sort() : others
  return next.length > 0 ? { ...project, forcedRemotes: next } : project
}

/** A pure function: the project after the decision. */
export function applyDecision(project: Project, decision: ProjectDecision, isForced = false): Project {
  switch (decision.kind) {
    case 'toggle': {
      const { remoteId, on } = decision
      const toggled = toggleRemote(project, remoteId, on)
      return isForced || on === false ? withForced(toggled, remoteId, isForced && on === true) : toggled
    }
    // The kill switch turns a remote off, whatever else is stored, and changes nothing else.
    case 'kill': {
      const off = { ...project.remotes[decision.remoteId], enabled: false }
      return { ...project, remotes: withSwitch(project, decision.remoteId, off) }
    }
    case 'release': {
      const next = mergeSwitch(project.remotes[decision.remoteId] ?? {}, decision)
      return { ...project, remotes: withSwitch(project, decision.remoteId, next) }
    }
    case 'feature':
      return toggleOwnFeature(project, decision.featureId, decision.on)
    case 'analytics': {
      const { isAnalyticsEnabled, addresses, healthPercent } = decision
      return {
        ...project,
        isAnalyticsEnabled,
        areAddressesKept: addresses ?? project.areAddressesKept,
        healthPercent: healthPercent ?? project.healthPercent,
      }
    }
    case 'origins':
      return { ...project, allowedOrigins: decision.allowedOrigins }
    case 'timeZones': {
      const { restrictedTimeZones: _, ...others } = project
      const zones = decision.restrictedTimeZones
      return zones ? { ...others, restrictedTimeZones: zones } : others
    }
    case 'signing':
      return { ...project, signing: decision.signing }
  }
}

/** The project after the decision, which ends a rollout in steps that it overrides. */
export const carryOut = (
  project: Project,
  decision: ProjectDecision,
  { isForced, action }: { readonly isForced: boolean; readonly action: string },
): Project => endOverridden(applyDecision(project, decision, isForced), action, new Date().toISOString())

/** Whether the decision switches a remote off, which must work without the release index. */
const isUrgent = (decision: ProjectDecision) =>
  decision.kind === 'kill' || (decision.kind === 'toggle' && decision.on !== true)

async function refuseUnknownName(
  project: Project,
  remoteId: string,
  readPublished: ReadPublished,
  isUrgent: boolean,
): Promise<void> {
  if (isKnown(project, remoteId)) return
  try {
    refuseUnknownRemote(project, remoteId, await readPublished('now'))
  } catch (error) {
    if (!isUrgent || !(error instanceof ServiceError) || error.code !== 'index.unavailable') throw error
  }
}

/**
 * Refuses what does not exist, unless the operator insists.
 * @throws ServiceError `remote.unknown`, `remote.notTheSites`, `remote.unpublished`, `version.unknown`,
 *   `channel.unknown`, `zone.unknown`, `index.unavailable`
 */
export async function refuseDecision(
  project: Project,
  decision: ProjectDecision,
  readPublished: ReadPublished,
  isForced: boolean,
): Promise<void> {
  if ('remoteId' in decision) {
    const { remoteId } = decision
    if (!isRemoteId(remoteId)) throw new ServiceError('remote.unknown', { remoteId, hint: '' })
    if (!isForced) await refuseUnknownName(project, remoteId, readPublished, isUrgent(decision))
    if (decision.kind === 'toggle' && decision.on === null && !isDecidedBySwitch(remoteId)) {
      throw new ServiceError('remote.notTheSites', { remoteId })
    }
  }
  if (isForced) return
  if (decision.kind === 'release' && (decision.version || decision.channel)) {
    refuseUnknownRelease(decision.remoteId, decision, await readPublished('now'))
  }
  if (decision.kind === 'timeZones') refuseUnknownZones(decision.restrictedTimeZones ?? [])
}
