import {
  array,
  boolean,
  finite,
  type InferOutput,
  integer,
  isoDate,
  isoTimestamp,
  literal,
  maxLength,
  minValue,
  number,
  object,
  optional,
  pipe,
  record,
  regex,
  string,
  union,
  unknown,
  uuid,
  variant,
} from 'valibot'

/** services.md §4.4: `GET /getAnalyticsConfig` */
export const AnalyticsConfig = object({
  isAnalyticsEnabled: boolean(),
  /** Ours: whether events may name the active account. Absent means no. */
  addresses: optional(boolean()),
})

/** services.md §6.1 and §6.3: one event to this address. */
export const ANALYTICS_EVENT_PATH = '/e'
/** services.md §6.2: an array of events. Later releases of the wire send it; we never do. */
export const ANALYTICS_BATCH_PATH = '/batch'

const EventName = pipe(string(), maxLength(64), regex(/^[A-Z][A-Z0-9_]*$/, 'must be in capitals'))

const TrackProps = object({
  type: literal('track'),
  event: EventName,
  address: optional(pipe(string(), maxLength(128))),
  properties: optional(record(string(), unknown())),
  /** For WALLET_IMPRESSION_V2, instead of properties. */
  items: optional(pipe(array(record(string(), unknown())), maxLength(1_000))),
})

const ErrorProps = object({
  type: literal('error'),
  event: EventName,
  errorType: pipe(string(), maxLength(256)),
  errorMessage: pipe(string(), maxLength(4_096)),
  stackTrace: optional(pipe(string(), maxLength(16_384))),
})

/** The body of one event. Sent as `text/plain` to avoid a preflight. */
export const AnalyticsEvent = object({
  eventId: pipe(string(), uuid()),
  url: pipe(string(), maxLength(8_192)),
  domain: pipe(string(), maxLength(255)),
  /** Epoch milliseconds in events, ISO 8601 in error reports. */
  timestamp: union([pipe(number(), finite()), pipe(string(), isoTimestamp())]),
  props: variant('type', [TrackProps, ErrorProps]),
})

export const AnalyticsBatch = pipe(array(AnalyticsEvent), maxLength(1_000))

const Day = pipe(string(), isoDate())
const Count = pipe(number(), integer(), minValue(0))

/**
 * Ours: `GET /admin/v1/projects/<id>/analytics`, for a console's charts. Days are in UTC; the range includes both ends.
 */
export const AnalyticsReport = object({
  from: Day,
  to: Day,
  /** By day and event; days without an event are omitted. Events outside the protocol are `other`. */
  events: array(object({ day: Day, event: string(), count: Count })),
  /** `release` is our shell's version, or the client's own name if it does not report one. */
  errors: array(object({ release: string(), type: string(), count: Count, firstDay: Day, lastDay: Day })),
  /** Active accounts per day; only while the operator lets events name them. */
  accounts: array(object({ day: Day, count: Count })),
})

export type AnalyticsConfig = InferOutput<typeof AnalyticsConfig>
export type AnalyticsEvent = InferOutput<typeof AnalyticsEvent>
export type AnalyticsReport = InferOutput<typeof AnalyticsReport>
