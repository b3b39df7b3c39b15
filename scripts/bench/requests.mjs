/**
 * @typedef {object} SentRequest times in milliseconds since the start of navigation
 * @property {string} url
 * @property {string} type as the browser calls it: `Script`, `Fetch`, `Preflight`, …
 * @property {number} startMs
 * @property {number} endMs `Infinity` while pending
 * @property {number} bytes of the answer on the wire
 * @property {number} bodyBytes without its headers
 */

/** Two browser clocks are involved. */
const TOLERANCE_MS = 1

/**
 * The longest chain of requests that might have waited for one another: each started after the previous one had ended.
 * Requests still pending at `untilMs` delayed nothing.
 * @param {readonly SentRequest[]} requests @param {number} untilMs
 */
export function longestRow(requests, untilMs) {
  const ended = requests.filter(({ endMs }) => endMs <= untilMs).sort((a, b) => a.endMs - b.endMs)
  /** @type {number[]} */
  const rows = []
  for (const [index, { startMs }] of ended.entries()) {
    const before = rows.filter((_, other) => (ended[other]?.endMs ?? Infinity) <= startMs + TOLERANCE_MS)
    rows[index] = 1 + Math.max(0, ...before)
  }
  return Math.max(0, ...rows)
}

/** @param {readonly SentRequest[]} requests @param {number} fromMs @param {number} untilMs */
export const sentBetween = (requests, fromMs, untilMs) =>
  requests.filter(({ startMs }) => startMs >= fromMs - TOLERANCE_MS && startMs <= untilMs)

/** @param {readonly SentRequest[]} requests */
export const totalBytes = (requests) => requests.reduce((total, { bytes }) => total + bytes, 0)
