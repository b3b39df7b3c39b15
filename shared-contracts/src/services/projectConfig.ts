import {
  array,
  boolean,
  type InferOutput,
  integer,
  maxValue,
  minValue,
  nullable,
  number,
  object,
  optional,
  pipe,
  record,
  string,
} from 'valibot'

/** services.md §4.5: one feature as it is sent. The client drops features with unknown ids, and logs one warning. */
export const ProjectFeature = object({
  id: string(),
  isEnabled: boolean(),
  config: nullable(array(string())),
})

/**
 * Decides whether a remote is on, and which release of it starts. `enabled: false` turns off any remote, whatever
 * else is set. When `enabled` is absent, the feature entry decides, and then the local option. A switch can only select
 * signed releases.
 */
export const RemoteSwitch = object({
  enabled: optional(boolean()),
  channel: optional(string()),
  version: optional(string()),
  /** The percentage of visitors who get `version` or `channel`. The others get the stable channel. */
  rollout: optional(pipe(number(), integer(), minValue(0), maxValue(100))),
})

/** The answer of `GET /appkit/v1/config`. */
export const ProjectConfig = object({
  features: array(ProjectFeature),
  /** Our own addition, which another service may omit. */
  remotes: optional(record(string(), RemoteSwitch)),
  /** Our own addition: the IANA names of time zones without buying, swapping and paying. Replaces our own list. */
  restrictedTimeZones: optional(array(string())),
  /** Our own addition: the percentage of page loads that report the health of remotes. Absent: none. */
  healthPercent: optional(number()),
})

/** The answer of `GET /projects/v1/origins`. */
export const AllowedOrigins = object({ allowedOrigins: array(string()) })

export type ProjectFeature = InferOutput<typeof ProjectFeature>
export type RemoteSwitch = InferOutput<typeof RemoteSwitch>
export type ProjectConfig = InferOutput<typeof ProjectConfig>
export type AllowedOrigins = InferOutput<typeof AllowedOrigins>

/** A larger body is treated as if it could not be loaded. */
export const PROJECT_CONFIG_MAX_BYTES = 64_000

/** The feature ids of services.md §4.5 that this release knows. */
export const FEATURE_IDS = [
  'social_login',
  'swap',
  'onramp',
  'activity',
  'reown_branding',
  'multi_wallet',
  'email_capture',
] as const
export type FeatureId = (typeof FEATURE_IDS)[number]
