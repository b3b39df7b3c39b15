import type { RemoteId } from '@portico/contracts'
import type { RemoteSwitch } from '@portico/contracts/services/projectConfig'
import type { Ending, RolloutBody } from '@portico/contracts/services/rollouts'
import type { Project, RolloutPlan } from '../projectConfig/project.ts'
import { withSwitch } from '../projectConfig/toggleRemote.ts'

/*
 * Changes of a project that concern a rollout in steps, as pure functions for `changeProject`. Moments are ISO 8601
 * dates.
 */

const withPlan = (project: Project, id: RemoteId, plan: RolloutPlan): Project => ({
  ...project,
  rollouts: { ...project.rollouts, [id]: plan },
})

/** The rollout of a remote, if it runs. */
export function runningPlan({ rollouts }: Project, id: RemoteId): RolloutPlan | undefined {
  const plan = rollouts?.[id]
  return plan?.ended ? undefined : plan
}

/** The remote's switch without a version, channel and percentage. */
const bare = ({ enabled }: RemoteSwitch): RemoteSwitch => (enabled === undefined ? {} : { enabled })

const switchOf = (project: Project, id: RemoteId, { target, steps, step }: RolloutPlan): RemoteSwitch => ({
  ...bare(project.remotes[id] ?? {}),
  ...target,
  rollout: steps[step]?.percent,
})

/** @param versions see `RolloutPlan` */
export function beginRollout(
  project: Project,
  id: RemoteId,
  { target, steps, automaticRollback }: RolloutBody,
  versions: readonly string[],
  at: string,
): Project {
  const plan = { target, versions, steps, automaticRollback, begunAt: at, step: 0, stepSince: at }
  const begun = { ...project, remotes: withSwitch(project, id, switchOf(project, id, plan)) }
  return withPlan(begun, id, plan)
}

/** Begins the next step; completes the rollout after the last one. Nothing changes if the rollout has ended. */
export function advanceRollout(project: Project, id: RemoteId, reason: string, at: string): Project {
  const plan = runningPlan(project, id)
  if (!plan) return project
  if (plan.step + 1 >= plan.steps.length) return endRollout(project, id, 'completed', reason, at)
  const next = { ...plan, step: plan.step + 1, stepSince: at }
  return withPlan({ ...project, remotes: withSwitch(project, id, switchOf(project, id, next)) }, id, next)
}

/** Ends a running rollout. Visitors keep what they have. */
export function endRollout(project: Project, id: RemoteId, how: Ending, reason: string, at: string): Project {
  const plan = runningPlan(project, id)
  return plan ? withPlan(project, id, { ...plan, ended: { how, reason, at } }) : project
}

/** Gives every visitor the stable channel, or `version`, and ends a running rollout. */
export function rollBack(project: Project, id: RemoteId, reason: string, at: string, version?: string): Project {
  const next = { ...bare(project.remotes[id] ?? {}), ...(version !== undefined && { version }) }
  const back = { ...project, remotes: withSwitch(project, id, next) }
  return endRollout(back, id, 'rolledBack', reason, at)
}

/** Ends the rollouts whose remote an operator has switched off, or given another version, channel or percentage. */
export function endOverridden(project: Project, reason: string, at: string): Project {
  const isFollowed = (id: RemoteId, plan: RolloutPlan) => {
    const { enabled, version, channel, rollout } = project.remotes[id] ?? {}
    const wanted: RemoteSwitch = switchOf(project, id, plan)
    const isSame = version === wanted.version && channel === wanted.channel && rollout === wanted.rollout
    return isSame && enabled !== false
  }
  return Object.entries(project.rollouts ?? {}).reduce(
    (ended, [id, plan]) => (isFollowed(id, plan) ? ended : endRollout(ended, id, 'overridden', reason, at)),
    project,
  )
}
