import type { RoomLimits } from '../http/createRoom.ts'

/** The limits of requests to the JSON-RPC service. */

/** A deployed contract has about 50 kB of code, twice as much in hexadecimal. A batch may contain several calls. */
export const REQUEST_MAX_BYTES = 1_000_000
export const BATCH_MAX_REQUESTS = 100
/** The logs and program accounts of a busy contract take a few megabytes. */
export const RESPONSE_MAX_BYTES = 16_000_000
/** The sizes of bodies and responses also cost points: one point for each full piece of this size. */
export const BYTES_PER_REQUEST = 100_000
/**
 * The room for answers that are being received, being parsed, or waiting for their client. One client may take the room
 * of two of the largest answers.
 */
export const ANSWER_ROOM: RoomLimits = { totalMaxBytes: 128_000_000, perKeyMaxBytes: 2 * RESPONSE_MAX_BYTES }

/** If an upstream takes longer, the next one is tried, if any. */
export const ATTEMPT_TIMEOUT_MS = 3_000
/** The limit for all attempts together. The modal gives up after 8 s and should get a response before that. */
export const TOTAL_TIMEOUT_MS = 7_000

/** How long a failed upstream rests. The time doubles with each further failure. */
export const COOL_DOWN_MS = 1_000
/** The longest rest, even if the upstream sends a longer `Retry-After`. */
export const COOL_DOWN_MAX_MS = 30_000

/** The number of sockets per upstream. Further requests wait until one is free. */
export const CONNECTIONS_PER_UPSTREAM = 128

export const DEFAULT_REQUESTS_PER_SECOND = 200
/** The requests for this many seconds may be sent at once, because an open modal sends many in its first second. */
export const RATE_LIMIT_WINDOW_S = 5
