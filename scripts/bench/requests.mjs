/**
 * @typedef {object} SentRequest times in milliseconds since the navigation began
 * @property {string} url
 * @property {string} type as the browser calls it: `Script`, `Fetch`, `Preflight`, …
 * @property {number} startMs
 * @property {number} endMs `Infinity` while it is on its way
 * @property {number} bytes of the answer as it travelled
 * @property {number} bodyBytes without its headers
 */

/** Two clocks of the browser take part. */
const TOLERANCE_MS = 1

/**
 * How many requests may have waited for one another: the longest row of which each began after the one before it had
 * ended. Requests that had not ended by `untilMs` held nobody up.
 * @param {readonly SentRequest[]} requests
 * @param {number} untilMs
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

/**
 * @param {readonly SentRequest[]} requests
 * @param {number} fromMs
 * @param {number} untilMs
 */
export const sentBetween = (requests, fromMs, untilMs) =>
  requests.filter(({ startMs }) => startMs >= fromMs - TOLERANCE_MS && startMs <= untilMs)

/** @param {readonly SentRequest[]} requests */
export const totalBytes = (requests) => requests.reduce((total, { bytes }) => total + bytes, 0)
