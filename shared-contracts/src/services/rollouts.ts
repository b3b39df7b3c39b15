import {
  array,
  boolean,
  check,
  type InferOutput,
  integer,
  isoTimestamp,
  maxLength,
  maxValue,
  minLength,
  minValue,
  nullable,
  number,
  object,
  optional,
  picklist,
  pipe,
  strictObject,
  string,
  union,
} from 'valibot'
import { ReleaseChannel, ReleaseVersion } from './releaseNames.ts'
import { Verdict } from './remoteHealth.ts'

/** Our own addition: rollouts in steps, and what operators say of releases. See decision 0056. */

const PERCENT = 'must be a whole number from 1 to 100'
const MINUTES_MAX = 60 * 24 * 30

/** One step of a rollout. The next one begins once both conditions hold. */
export const RolloutStep = strictObject({
  percent: pipe(number(PERCENT), integer(PERCENT), minValue(1, PERCENT), maxValue(100, PERCENT)),
  /** The minutes that this step lasts at least. */
  afterMinutes: pipe(number(), integer(), minValue(0), maxValue(MINUTES_MAX, 'must not be over 30 days')),
  /** The healthy loads of the new version that this step needs at least. They come from health reports. */
  healthyLoads: pipe(number(), integer(), minValue(0), maxValue(1_000_000_000)),
})

const STEPS_MAX = 20

/** What is rolled out: one version, or whatever a channel prefers. */
const Target = union(
  [strictObject({ version: ReleaseVersion }), strictObject({ channel: ReleaseChannel })],
  'must name either version or channel',
)

/** The body of `PUT …/remotes/:remoteId/rollout`. */
export const RolloutBody = strictObject({
  target: Target,
  steps: pipe(
    array(RolloutStep),
    minLength(1, 'must have at least one step'),
    maxLength(STEPS_MAX, `must not have over ${STEPS_MAX} steps`),
    check(
      (steps) => steps.every(({ percent }, at) => percent > (steps[at - 1]?.percent ?? 0)),
      'must rise from step to step',
    ),
  ),
  /** Whether the services roll back by themselves as soon as the comparison says that the new version is worse. */
  automaticRollback: boolean(),
})

/** The body of `POST …/remotes/:remoteId/rollback`. The reason becomes a part of the entry in the audit trail. */
export const RollbackBody = strictObject({ reason: optional(pipe(string(), maxLength(200, 'is too long'))) })

/** How a rollout ended; `overridden`: an operator changed the release by hand, or switched the remote off. */
const ENDINGS = ['completed', 'stopped', 'rolledBack', 'overridden'] as const
export type Ending = (typeof ENDINGS)[number]

const Count = pipe(number(), integer(), minValue(0))
const Moment = pipe(string(), isoTimestamp())

/** The answer of `GET`, `PUT` and `DELETE …/remotes/:remoteId/rollout`. */
export const RolloutState = object({
  target: Target,
  steps: array(RolloutStep),
  automaticRollback: boolean(),
  begunAt: Moment,
  /** The index of the step that applies, or that applied at the end. */
  step: Count,
  /** When this step began. */
  stepSince: Moment,
  /** What has been reported in this step, of the new version. */
  stepLoads: object({ healthy: Count, failed: Count }),
  /** What the step still waits for; absent once the rollout has ended. */
  waitsFor: optional(
    object({
      /** When the minutes of the step are over. */
      until: Moment,
      /** How many healthy loads are missing. */
      healthyLoads: Count,
      /** The percentage of the next step; null if the rollout is completed then. */
      nextPercent: nullable(Count),
    }),
  ),
  /** Only while the rollout runs. */
  verdict: optional(Verdict),
  ended: optional(object({ how: picklist(ENDINGS), reason: string(), at: Moment })),
})

/** The last entry of the audit trail that changed something about a remote. */
export const LastChange = object({ at: Moment, actor: string(), action: string() })

export type RolloutStep = InferOutput<typeof RolloutStep>
export type RolloutBody = InferOutput<typeof RolloutBody>
export type RolloutState = InferOutput<typeof RolloutState>
export type LastChange = InferOutput<typeof LastChange>
