import type { RoomLimits } from '../http/createRoom.ts'

/** Limits of a request to the JSON-RPC service. */

/**
 * The code of a contract to deploy takes up to about 50 kB, twice that in hexadecimal; a batch contains several calls.
 */
export const REQUEST_MAX_BYTES = 1_000_000
export const BATCH_MAX_REQUESTS = 100
/** Logs and program accounts of a busy contract take a few megabytes. */
export const RESPONSE_MAX_BYTES = 16_000_000
/** Large bodies and answers cost one more point for each full piece of this size. */
export const BYTES_PER_REQUEST = 100_000
/** Memory for answers that are being received, parsed or sent. A client can have two of the largest size at once. */
export const ANSWER_ROOM: RoomLimits = { totalMaxBytes: 128_000_000, perKeyMaxBytes: 2 * RESPONSE_MAX_BYTES }

/** After this time, the next upstream is tried, if there is one. */
export const ATTEMPT_TIMEOUT_MS = 3_000
/** For all attempts together. The modal gives up after 8 s, and should get our answer before that. */
export const TOTAL_TIMEOUT_MS = 7_000

/** How long a failed upstream rests; the time doubles with each further failure. */
export const COOL_DOWN_MS = 1_000
/** The longest rest, even if the upstream's `Retry-After` is longer. */
export const COOL_DOWN_MAX_MS = 30_000

/** Sockets per upstream; further requests wait for a free one. */
export const CONNECTIONS_PER_UPSTREAM = 128

export const DEFAULT_REQUESTS_PER_SECOND = 200
/** A project can spend the requests of this many seconds at once, because a modal sends many in its first second. */
export const RATE_LIMIT_WINDOW_S = 5
