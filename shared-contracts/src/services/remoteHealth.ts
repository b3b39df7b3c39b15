import {
  array,
  boolean,
  type InferOutput,
  integer,
  isoTimestamp,
  literal,
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
} from 'valibot'
import { ReleaseVersion, RemoteIdText } from './releaseNames.ts'

/**
 * Our own addition: how the versions of the remotes fare in browsers. A page sends reports only if its site has not
 * switched analytics off and its project's operator has switched them on. A report names versions and times: no account,
 * no page and no visitor.
 */

/** Takes a `HealthReport` as `text/plain`, so that there is no preflight. */
export const HEALTH_REPORT_PATH = '/remote-health'

const Percent = pipe(number(), integer(), minValue(0), maxValue(100))

/** Longer times are reported as this one, in milliseconds. */
export const HEALTH_TIME_MAX_MS = 120_000
const Time = pipe(number(), integer(), minValue(0), maxValue(HEALTH_TIME_MAX_MS))

/**
 * How one version fared in one page: `failedLoad`: its code could not be loaded or started; `crash`: a view failed while
 * it was drawn; `viewError`: a view's code could not be loaded.
 */
const HEALTH_OUTCOMES = ['healthy', 'failedLoad', 'crash', 'viewError'] as const
export type HealthOutcome = (typeof HEALTH_OUTCOMES)[number]

/** A page reports each version once, and a second time (`isLate`) only if it fails after it was reported as healthy. */
export const HealthEntry = strictObject({
  id: RemoteIdText,
  version: ReleaseVersion,
  outcome: picklist(HEALTH_OUTCOMES),
  /** How long the code took to load and start, in milliseconds. Absent if it failed, and in late entries. */
  loadMs: optional(Time),
  /** From the request for the first view until it was drawn, in milliseconds. Absent if no view was drawn. */
  renderMs: optional(Time),
  /** The percentage of the remote's rollout in the configuration that the page used; absent without a rollout. */
  share: optional(Percent),
  /** The browser runs this version instead of one that failed twice. Such entries are not compared. */
  isFallback: optional(literal(true)),
  /** The page has already reported this version as healthy. */
  isLate: optional(literal(true)),
})

/** More remotes than a page can load between two reports. */
export const HEALTH_ENTRIES_MAX = 64

/** The body of `POST /remote-health`. */
export const HealthReport = strictObject({
  entries: pipe(array(HealthEntry), minLength(1), maxLength(HEALTH_ENTRIES_MAX)),
})

const Count = pipe(number(), integer(), minValue(0))
const Moment = pipe(string(), isoTimestamp())

/** Milliseconds, to the next of about nine steps per tenfold; null if there is no value. */
const Percentiles = object({ p50: nullable(Count), p75: nullable(Count), p95: nullable(Count) })

/** Loads, and how many of them failed; `rate` is null if there were no loads. */
const Arm = object({ loads: Count, failures: Count, rate: nullable(number()) })

/** How the rollout compares with the stable channel since it began. See decision 0056. */
export const Verdict = object({
  /**
   * `worse`: the rollout fails more often than stable, which is wrong in at most one of two hundred rollouts. `noDifference`
   * is no proof of health: there are only too few failures, or too few loads, to tell.
   */
  result: picklist(['noData', 'noDifference', 'worse']),
  rollout: Arm,
  stable: Arm,
  /** How strongly the figures speak for a doubled rate: 1 says nothing, `threshold` is enough to roll back. */
  evidence: pipe(number(), minValue(0)),
  threshold: number(),
  /**
   * Whether the rollout's share of the loads is what its percentage says. If it is not, the two groups may not be
   * comparable: this only warns.
   */
  sampleRatio: object({
    isSuspicious: boolean(),
    /** The percentages, in this step. */
    expected: Percent,
    actual: nullable(number()),
  }),
})

/** The answer of `GET /admin/v1/projects/<id>/remotes/<remoteId>/health?hours=24`. */
export const RemoteHealth = object({
  /** Whole hours; `to` is the end of the current one. */
  from: Moment,
  to: Moment,
  /** Versions with reports in this period, the newest first. */
  versions: array(
    object({
      version: ReleaseVersion,
      /** Pages in which the code loaded and started. */
      loads: Count,
      failedLoads: Count,
      /** Pages that drew at least one view. */
      firstRenders: Count,
      /** Pages in which a view failed while it was drawn. */
      crashes: Count,
      /** Pages in which a view's code could not be loaded. */
      viewErrors: Count,
      loadMs: Percentiles,
      renderMs: Percentiles,
    }),
  ),
  /** Only while a rollout with steps is running. */
  verdict: optional(Verdict),
})

export type HealthEntry = InferOutput<typeof HealthEntry>
export type HealthReport = InferOutput<typeof HealthReport>
export type RemoteHealth = InferOutput<typeof RemoteHealth>
export type Verdict = InferOutput<typeof Verdict>
