import type { RoomLimits } from '../http/createRoom.ts'

/** What one request to the JSON-RPC service may take. */

/** A contract that is deployed has some 50 kB of code, written as twice as many characters; a batch holds several calls. */
export const REQUEST_MAX_BYTES = 1_000_000
export const BATCH_MAX_REQUESTS = 100
/** Logs and program accounts of a busy contract are a few megabytes. */
export const RESPONSE_MAX_BYTES = 16_000_000
/** Bodies and answers cost by their size, too: one more for each whole piece of this. */
export const BYTES_PER_REQUEST = 100_000
/** Answers that come in, are read, or wait until their client has taken them. One client gets two of the largest at once. */
export const ANSWER_ROOM: RoomLimits = { totalMaxBytes: 128_000_000, perKeyMaxBytes: 2 * RESPONSE_MAX_BYTES }

/** An upstream that needs longer is given up for the next one, if there is one. */
export const ATTEMPT_TIMEOUT_MS = 3_000
/** All attempts together. The modal itself gives up after 8 s and should hear our answer before. */
export const TOTAL_TIMEOUT_MS = 7_000

/** An upstream that failed is left alone for this long, twice as long after each further failure, */
export const COOL_DOWN_MS = 1_000
/** and never for longer than this, even if it asks for more by `Retry-After`. */
export const COOL_DOWN_MAX_MS = 30_000

/** Sockets to one upstream; more requests wait for a free one. */
export const CONNECTIONS_PER_UPSTREAM = 128

export const DEFAULT_REQUESTS_PER_SECOND = 200
/** A project may spend what it has for this time at once: an open modal asks for many things in its first second. */
export const RATE_LIMIT_WINDOW_S = 5
