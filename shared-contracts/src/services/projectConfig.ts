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

/** services.md §4.5: one feature in wire form. The client drops unknown ids with one warning. */
export const ProjectFeature = object({
  id: string(),
  isEnabled: boolean(),
  config: nullable(array(string())),
})

/**
 * The switch of one remote. `enabled: false` turns off any of the nine and overrides everything; when absent, the
 * feature entry and then the local option decide. It chooses among signed releases and cannot introduce one.
 */
export const RemoteSwitch = object({
  enabled: optional(boolean()),
  channel: optional(string()),
  version: optional(string()),
  /** Percentage of visitors that get `version` or `channel`; the others get the stable channel. */
  rollout: optional(pipe(number(), integer(), minValue(0), maxValue(100))),
})

/** `GET /appkit/v1/config` */
export const ProjectConfig = object({
  features: array(ProjectFeature),
  /** Ours; a foreign backend without it still works. */
  remotes: optional(record(string(), RemoteSwitch)),
  /** Ours: IANA names of the time zones without buying, swapping and paying; replaces our own list. */
  restrictedTimeZones: optional(array(string())),
})

/** `GET /projects/v1/origins` */
export const AllowedOrigins = object({ allowedOrigins: array(string()) })

export type ProjectFeature = InferOutput<typeof ProjectFeature>
export type RemoteSwitch = InferOutput<typeof RemoteSwitch>
export type ProjectConfig = InferOutput<typeof ProjectConfig>
export type AllowedOrigins = InferOutput<typeof AllowedOrigins>

/** A larger body counts as not loaded. */
export const PROJECT_CONFIG_MAX_BYTES = 64_000

/** The wire's feature ids that this release knows (services.md §4.5). */
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
