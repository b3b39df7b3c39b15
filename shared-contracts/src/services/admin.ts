import {
  array,
  boolean,
  check,
  type InferOutput,
  integer,
  isoTimestamp,
  maxLength,
  maxValue,
  minValue,
  nullable,
  nullish,
  number,
  object,
  optional,
  picklist,
  pipe,
  record,
  regex,
  strictObject,
  string,
  transform,
  unknown,
} from 'valibot'
import { ProjectFeature, RemoteSwitch } from './projectConfig.ts'
import { ReleaseChannel, ReleaseVersion, RemoteIdText } from './releaseNames.ts'
import { LastChange, RolloutState } from './rollouts.ts'

/** Our own addition: operators' decisions about a project. Every call needs `Authorization: Bearer <token>`. */
export const ADMIN_PROJECTS_PATH = '/admin/v1/projects'

export const ProjectId = pipe(string(), regex(/^[0-9a-f]{32}$/, 'must be 32 lower-case hexadecimal characters'))
export const Moment = pipe(string(), isoTimestamp())

/**
 * Who may make dangerous decisions (decision 0057). `optional`: admin tokens, and operators who sign. `required`: only
 * operators who sign. `two`: only operators who sign, and a second one signs before the decision takes effect.
 */
export const Signing = picklist(['optional', 'required', 'two'])
const PERCENT = 'must be a whole number from 0 to 100'
const Percent = pipe(number(PERCENT), integer(PERCENT), minValue(0, PERCENT), maxValue(100, PERCENT))

/** The answer of `GET /admin/v1/projects`. */
export const AdminProjects = object({ projects: array(object({ id: ProjectId, createdAt: Moment })) })

/** The answer to every call about one project, except `…/audit` and `…/analytics`. */
export const AdminProject = object({
  id: ProjectId,
  isAnalyticsEnabled: boolean(),
  areAddressesKept: boolean(),
  /** The percentage of page loads that report the health of remotes, while analytics are on. */
  healthPercent: Percent,
  allowedOrigins: array(string()),
  /** When absent, the modal's own list applies. */
  restrictedTimeZones: optional(array(string())),
  /** Who may make dangerous decisions: see `Signing`. */
  signing: Signing,
  features: array(ProjectFeature),
  remotes: array(
    object({
      id: RemoteIdText,
      /** `site` means that each site's options decide. */
      state: picklist(['on', 'off', 'site']),
      /** The field of the project configuration that decides, or `site options`. */
      decidedBy: string(),
      switch: RemoteSwitch,
      /** The last rollout in steps, which may have ended; absent if there was none. Without its verdict. */
      rollout: optional(RolloutState),
      /** Absent if nothing about this remote has been changed yet. */
      lastChange: optional(LastChange),
      /** Why the services withhold it, and which variable is missing. Absent if it works, or may work elsewhere. */
      missing: optional(string()),
      /** Whether it is offered although it is missing something. */
      isForced: optional(boolean()),
    }),
  ),
})

/**
 * An operator's signature of an action, with everything that is needed to check it again: the challenge in
 * `clientDataJSON` is the SHA-256 of `text`, and the signature (WebAuthn §6.3.3) covers `authenticatorData` and the
 * SHA-256 of `clientDataJSON`. Binary values are base64url.
 */
export const ActionSignature = object({
  operator: string(),
  text: string(),
  credentialId: string(),
  /** A JSON Web Key. */
  publicKey: record(string(), string()),
  authenticatorData: string(),
  clientDataJSON: string(),
  signature: string(),
})

const Facts = record(string(), unknown())

/** The answer of `GET …/audit`, newest first. */
export const AuditPage = object({
  entries: array(
    object({
      id: pipe(number(), integer()),
      at: Moment,
      actor: string(),
      action: string(),
      reason: optional(string()),
      /** The signatures of the operators who decided. Absent for a change by token. */
      signatures: optional(array(ActionSignature)),
      /** The previous values, keyed by name; `null` for a value that was not set. */
      from: Facts,
      to: Facts,
    }),
  ),
  /** The value for `before` that continues with older entries, if there are any. */
  next: optional(pipe(number(), integer())),
})

/** The body of `POST /admin/v1/projects`. Without an id, one is generated. */
export const CreateBody = strictObject({ id: optional(ProjectId) })

/** `PUT …/remotes/:remoteId/toggle`: with `null`, each site decides, unless the project has a feature entry for it. */
export const ToggleBody = strictObject({ on: nullable(boolean()) })

/** The body of `PUT …/features/:featureId`. */
export const FeatureBody = strictObject({ on: boolean() })

/** The body of `PATCH …/remotes/:remoteId/switch`. A missing field stays as it is, and `null` removes it. */
export const SwitchBody = pipe(
  strictObject({ channel: nullish(ReleaseChannel), version: nullish(ReleaseVersion), rollout: nullish(Percent) }),
  check((body) => Object.keys(body).length > 0, 'must name at least one of channel, version, rollout'),
)

/**
 * services.md §4.6: `https://shop.example`, `https://*.shop.example`, `app.example:8443`; `*` matches one whole host
 * label, `:*` any port. A path is invalid, because origins have none; so is a pattern that allows every host.
 */
const LABEL = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
const Origin = pipe(
  string(),
  maxLength(255, 'is too long'),
  regex(
    new RegExp(`^([a-z][a-z0-9+.-]*://)?((${LABEL}|\\*)\\.)*${LABEL}(:(\\d{1,5}|\\*))?$`),
    'must be an origin like https://shop.example, https://*.shop.example or app.example:8443',
  ),
)

/** `PUT …/origins` */
export const OriginsBody = strictObject({
  allowedOrigins: pipe(
    array(Origin),
    maxLength(200, 'has more than 200 entries'),
    check((origins) => new Set(origins).size === origins.length, 'names an origin twice'),
  ),
})

const TimeZone = pipe(
  string(),
  maxLength(64, 'is too long'),
  regex(/^[A-Za-z][\w+-]*(?:\/[\w+-]+){0,2}$/, 'must be a time zone like Europe/Berlin'),
)

/** The body of `PUT …/time-zones`. `null` stands for the modal's own list; an empty list restricts no time zone. */
export const TimeZonesBody = strictObject({
  restrictedTimeZones: nullable(pipe(array(TimeZone), maxLength(600, 'has more than 600 entries'))),
})

/**
 * The body of `PUT …/analytics`. `addresses`: whether events may contain visitors' accounts. `healthPercent`: the
 * percentage of page loads that report the health of remotes. Both stay as they are when absent.
 */
export const AnalyticsBody = strictObject({
  isAnalyticsEnabled: boolean(),
  addresses: optional(boolean()),
  healthPercent: optional(Percent),
})

const HOURS_DEFAULT = '24'
const HOURS_MAX = 24 * 30

const Count = (max: number) =>
  pipe(
    string(),
    regex(/^[1-9]\d{0,8}$/, 'must be a positive whole number'),
    transform(Number),
    maxValue(max, `must not be over ${max}`),
  )

/** The query of `GET …/remotes/:remoteId/health`. */
export const HealthQuery = strictObject({ hours: optional(Count(HOURS_MAX), HOURS_DEFAULT) })

const AUDIT_PAGE_DEFAULT = '50'
const AUDIT_PAGE_MAX = 200

/** The query of `GET …/audit`, whose entries are newest first. `before` is the `next` of the previous page. */
export const AuditQuery = strictObject({
  limit: optional(Count(AUDIT_PAGE_MAX), AUDIT_PAGE_DEFAULT),
  before: optional(Count(999_999_999)),
})

export type AdminProjects = InferOutput<typeof AdminProjects>
export type AdminProject = InferOutput<typeof AdminProject>
export type AuditPage = InferOutput<typeof AuditPage>
export type ActionSignature = InferOutput<typeof ActionSignature>
export type Signing = InferOutput<typeof Signing>
