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
import { REMOTE_IDS } from '../remote.ts'
import { ProjectFeature, RemoteSwitch } from './projectConfig.ts'

/** Ours: operators' decisions about a project. Every call needs `Authorization: Bearer <token>`. */
export const ADMIN_PROJECTS_PATH = '/admin/v1/projects'

const ProjectId = pipe(string(), regex(/^[0-9a-f]{32}$/, 'must be 32 lower-case hexadecimal characters'))
const Moment = pipe(string(), isoTimestamp())

/** `GET /admin/v1/projects` */
export const AdminProjects = object({ projects: array(object({ id: ProjectId, createdAt: Moment })) })

/** The answer to every call about one project, except `…/audit` and `…/analytics`. */
export const AdminProject = object({
  id: ProjectId,
  isAnalyticsEnabled: boolean(),
  areAddressesKept: boolean(),
  allowedOrigins: array(string()),
  /** Absent: the modal's own list. */
  restrictedTimeZones: optional(array(string())),
  features: array(ProjectFeature),
  remotes: array(
    object({
      id: picklist(REMOTE_IDS),
      /** `site`: each site's options decide. */
      state: picklist(['on', 'off', 'site']),
      /** The deciding field of the project configuration, or `site options`. */
      decidedBy: string(),
      switch: RemoteSwitch,
    }),
  ),
})

const Facts = record(string(), unknown())

/** `GET …/audit`, newest first. */
export const AuditPage = object({
  entries: array(
    object({
      id: pipe(number(), integer()),
      at: Moment,
      actor: string(),
      action: string(),
      /** Fact → its value; `null` when unset. */
      from: Facts,
      to: Facts,
    }),
  ),
  /** The value for `before`, when there are older entries. */
  next: optional(pipe(number(), integer())),
})

/** `POST /admin/v1/projects`; without an id, one is generated. */
export const CreateBody = strictObject({ id: optional(ProjectId) })

/** `PUT …/remotes/:remoteId/toggle`; `null` leaves the decision to each site, when the wire has no entry for it. */
export const ToggleBody = strictObject({ on: nullable(boolean()) })

/** `PUT …/features/:featureId` */
export const FeatureBody = strictObject({ on: boolean() })

const Channel = pipe(
  string(),
  regex(/^[a-z][a-z0-9-]{0,31}$/, 'must be up to 32 lower-case letters, digits and hyphens, a letter first'),
)
const Version = pipe(
  string(),
  maxLength(32, 'is too long'),
  regex(/^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/, 'must be like 1.2.3'),
)
const ROLLOUT = 'must be a whole number from 0 to 100'
const Rollout = pipe(number(ROLLOUT), integer(ROLLOUT), minValue(0, ROLLOUT), maxValue(100, ROLLOUT))

/** `PATCH …/remotes/:remoteId/switch`: an absent field stays as it is, `null` removes it. */
export const SwitchBody = pipe(
  strictObject({ channel: nullish(Channel), version: nullish(Version), rollout: nullish(Rollout) }),
  check((body) => Object.keys(body).length > 0, 'must name at least one of channel, version, rollout'),
)

/**
 * services.md §4.6: `https://shop.example`, `https://*.shop.example`, `app.example:8443`; `*` matches one whole host
 * label, `:*` any port. No paths, which origins do not have, and no pattern that allows every host.
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

/** `PUT …/time-zones`; `null` uses the modal's own list, an empty one restricts no time zone. */
export const TimeZonesBody = strictObject({
  restrictedTimeZones: nullable(pipe(array(TimeZone), maxLength(600, 'has more than 600 entries'))),
})

/** `PUT …/analytics`; `addresses` is whether events may name the visitor's account; unchanged when absent. */
export const AnalyticsBody = strictObject({ isAnalyticsEnabled: boolean(), addresses: optional(boolean()) })

const Count = (max: number) =>
  pipe(
    string(),
    regex(/^[1-9]\d{0,8}$/, 'must be a positive whole number'),
    transform(Number),
    maxValue(max, `must not be over ${max}`),
  )

const AUDIT_PAGE_DEFAULT = '50'
const AUDIT_PAGE_MAX = 200

/** `GET …/audit`: newest first; `before` is the previous page's `next`. */
export const AuditQuery = strictObject({
  limit: optional(Count(AUDIT_PAGE_MAX), AUDIT_PAGE_DEFAULT),
  before: optional(Count(999_999_999)),
})

export type AdminProjects = InferOutput<typeof AdminProjects>
export type AdminProject = InferOutput<typeof AdminProject>
export type AuditPage = InferOutput<typeof AuditPage>
