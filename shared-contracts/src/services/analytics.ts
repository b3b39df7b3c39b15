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

/** services.md §4.4: the answer of `GET /getAnalyticsConfig`. */
export const AnalyticsConfig = object({
  isAnalyticsEnabled: boolean(),
  /** Our own addition: whether events may contain the active account. They may not when absent. */
  addresses: optional(boolean()),
})

/** services.md §6.1 and §6.3: takes one event per request. */
export const ANALYTICS_EVENT_PATH = '/e'
/** services.md §6.2: takes an array of events. Later releases of other clients send to it; our client never does. */
export const ANALYTICS_BATCH_PATH = '/batch'

const EventName = pipe(string(), maxLength(64), regex(/^[A-Z][A-Z0-9_]*$/, 'must be in capitals'))

const TrackProps = object({
  type: literal('track'),
  event: EventName,
  address: optional(pipe(string(), maxLength(128))),
  properties: optional(record(string(), unknown())),
  /** Sent in place of properties by WALLET_IMPRESSION_V2. */
  items: optional(pipe(array(record(string(), unknown())), maxLength(1_000))),
})

const ErrorProps = object({
  type: literal('error'),
  event: EventName,
  errorType: pipe(string(), maxLength(256)),
  errorMessage: pipe(string(), maxLength(4_096)),
  stackTrace: optional(pipe(string(), maxLength(16_384))),
})

/** The body of one event. It is sent as `text/plain`, so that there is no preflight. */
export const AnalyticsEvent = object({
  eventId: pipe(string(), uuid()),
  url: pipe(string(), maxLength(8_192)),
  domain: pipe(string(), maxLength(255)),
  /** Milliseconds since 1970 in events, ISO 8601 in error reports. */
  timestamp: union([pipe(number(), finite()), pipe(string(), isoTimestamp())]),
  props: variant('type', [TrackProps, ErrorProps]),
})

export const AnalyticsBatch = pipe(array(AnalyticsEvent), maxLength(1_000))

const Day = pipe(string(), isoDate())
const Count = pipe(number(), integer(), minValue(0))

/** Our own addition: `GET /admin/v1/projects/<id>/analytics`, for a console's charts. UTC days, both ends included. */
export const AnalyticsReport = object({
  from: Day,
  to: Day,
  /** Events per day and name. Days without an event are omitted. Events outside the protocol are counted as `other`. */
  events: array(object({ day: Day, event: string(), count: Count })),
  /** `release` is the version of our shell, or the client's own name if the client does not report a version. */
  errors: array(object({ release: string(), type: string(), count: Count, firstDay: Day, lastDay: Day })),
  /** The number of active accounts per day. Only present while the operator lets events contain them. */
  accounts: array(object({ day: Day, count: Count })),
})

export type AnalyticsConfig = InferOutput<typeof AnalyticsConfig>
export type AnalyticsEvent = InferOutput<typeof AnalyticsEvent>
export type AnalyticsReport = InferOutput<typeof AnalyticsReport>
