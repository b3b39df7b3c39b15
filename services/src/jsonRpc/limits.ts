import type { RoomLimits } from '../http/createRoom.ts'

/** Limits of a request to the JSON-RPC service. */

/** A deployed contract has some 50 kB of code, which doubles in hexadecimal; a batch holds several calls. */
export const REQUEST_MAX_BYTES = 1_000_000
export const BATCH_MAX_REQUESTS = 100
/** Logs and program accounts of a busy contract take a few megabytes. */
export const RESPONSE_MAX_BYTES = 16_000_000
/** Bodies and answers also cost by size: one point for each full piece. */
export const BYTES_PER_REQUEST = 100_000
/** For answers received, parsed, or waiting for their client. A client may have two of the largest at once. */
export const ANSWER_ROOM: RoomLimits = { totalMaxBytes: 128_000_000, perKeyMaxBytes: 2 * RESPONSE_MAX_BYTES }

/** A slower upstream is skipped for the next one, if there is one. */
export const ATTEMPT_TIMEOUT_MS = 3_000
/** All attempts together. The modal gives up after 8 s and should get our answer before. */
export const TOTAL_TIMEOUT_MS = 7_000

/** A failed upstream rests for this long, twice as long after each further failure, */
export const COOL_DOWN_MS = 1_000
/** up to this time, even if its `Retry-After` is longer. */
export const COOL_DOWN_MAX_MS = 30_000

/** Sockets per upstream; further requests wait for a free one. */
export const CONNECTIONS_PER_UPSTREAM = 128

export const DEFAULT_REQUESTS_PER_SECOND = 200
/** A project may spend this time's requests at once: an open modal sends many in its first second. */
export const RATE_LIMIT_WINDOW_S = 5
