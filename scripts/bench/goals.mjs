/**
 * DESIGN, Budgets: the timing goals. `times` is a multiple of the bare React modal's time in the same run, so that it
 * holds on any machine; `limit` is an absolute number.
 *
 * @typedef {object} Goal
 * @property {string} id of its samples
 * @property {string} what
 * @property {Unit} unit
 * @property {number} [times] at most this multiple of the median of `of`
 * @property {string} [of]
 * @property {number} [limit] at most
 * @property {number} [share] judges the value that this share of the samples stays below (0.95) instead of the median
 *
 * @typedef {'ms' | 'kB' | 'MB' | ''} Unit
 * @typedef {Record<string, readonly number[]>} Samples keyed by the measurement's id
 *
 * @typedef {object} Judged
 * @property {string} what
 * @property {Unit} unit
 * @property {number} value the median, or the goal's other statistic; NaN if nothing was measured
 * @property {number | undefined} ratio to the bare React modal
 * @property {number} least
 * @property {number} most
 * @property {string} goal
 * @property {'' | 'pass' | 'MISSED'} verdict empty without a goal
 */

/** @type {readonly Goal[]} */
export const GOALS = [
  { id: 'floor.scripts', what: 'floor-react: scripts at load', unit: 'kB' },
  { id: 'portico.scripts', what: 'scripts at load', unit: 'kB' },
  { id: 'floor.bytes', what: 'floor-react: everything until the list', unit: 'kB' },
  { id: 'portico.bytes', what: 'everything until the list', unit: 'kB' },
  { id: 'floor.first', what: 'floor-react: first open', unit: 'ms' },
  { id: 'idle.first', what: 'first open, fetched and evaluated on idle', unit: 'ms', times: 0.7, of: 'floor.first' },
  { id: 'intent300.first', what: 'first open, 300 ms on the button before', unit: 'ms', times: 1.2, of: 'floor.first' },
  { id: 'intent60.first', what: 'first open, 60 ms on the button before', unit: 'ms', times: 1.8, of: 'floor.first' },
  { id: 'none.first', what: 'first open, nothing fetched before', unit: 'ms', times: 2.2, of: 'floor.first' },
  { id: 'floor.second', what: 'floor-react: second open', unit: 'ms' },
  { id: 'portico.second', what: 'second open', unit: 'ms', times: 1.5, of: 'floor.second' },
  { id: 'portico.still', what: 'second open: opaque and still', unit: 'ms', limit: 120 },
  { id: 'portico.row', what: 'requests in a row from press to list', unit: '', limit: 2 },
  { id: 'portico.requests', what: 'requests from press to list', unit: '', limit: 6 },
  { id: 'portico.preflights', what: 'preflights among them', unit: '', limit: 0 },
  { id: 'floor.heap', what: 'floor-react: heap with the list open', unit: 'MB' },
  { id: 'portico.heap', what: 'heap with the list open', unit: 'MB', limit: 4 },
  { id: 'portico.nodes', what: 'DOM nodes kept over 50 open/close cycles', unit: '', limit: 0 },
  { id: 'portico.listeners', what: 'listeners kept over 50 open/close cycles', unit: '', limit: 0 },
  { id: 'floor.growth', what: 'floor-react: heap kept per open/close', unit: 'kB' },
  { id: 'portico.growth', what: 'heap kept per open/close', unit: 'kB' },
  { id: 'floor.card', what: 'floor-react: all wallets, first card', unit: 'ms' },
  { id: 'portico.card', what: 'all wallets: first card', unit: 'ms', times: 1.3, of: 'floor.card' },
  { id: 'floor.search', what: 'floor-react: result after the last key', unit: 'ms' },
  { id: 'portico.search', what: 'all wallets: result after the last key', unit: 'ms', limit: 100 },
  { id: 'portico.frame', what: 'all wallets: 95th of 100 frames, 5,000 scrolled', unit: 'ms', limit: 17 },
  // The goal is 120 ms on a machine where the floor, which asks no relay, took 76 ms. The time of a cold start is
  // printed next to it.
  { id: 'floor.qr', what: 'floor-react: QR drawn', unit: 'ms' },
  { id: 'qr.prepared', what: 'QR drawn, pairing prepared', unit: 'ms', times: 1.6, of: 'floor.qr' },
  { id: 'qr.cold', what: 'QR drawn, cold', unit: 'ms', of: 'floor.qr' },
  // Bodies only, in the heaviest language, like the sum of files in `npm run size`.
  { id: 'login.off', what: 'first open over the wire, no login', unit: 'kB', limit: 115 },
  { id: 'login.on', what: 'first open over the wire, e-mail and social login', unit: 'kB', limit: 120 },
  { id: 'login.added', what: 'added by both', unit: 'kB' },
  { id: 'login.later', what: 'added by both afterwards, when idle', unit: 'kB' },
  // Without slowing the machine or network, as the goal requires.
  { id: 'login.account', what: 'right code to accounts, a new wallet', unit: 'ms', limit: 1_500 },
  { id: 'login.account', what: 'right code to accounts, p95', unit: 'ms', limit: 1_500, share: 0.95 },
]

/** The goals of `npm run bench -- login`. */
export const LOGIN_GOALS = GOALS.filter(({ id }) => id.startsWith('login.'))

/** The goals of `npm run bench -- openings`: all others. */
export const OPENING_GOALS = GOALS.filter((goal) => !LOGIN_GOALS.includes(goal))

/** @param {readonly number[]} values @returns {number} NaN when there are none */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2
}

/**
 * The smallest value that at least this share does not exceed.
 * @param {readonly number[]} values @param {number} share
 */
export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN
}

/** @param {number} value @param {Unit} unit */
const withUnit = (value, unit) => `${unit.endsWith('B') ? value.toFixed(1) : Math.round(value)}${unit && ` ${unit}`}`

/** @param {Goal} goal @param {Samples} samples @returns {Judged} */
function judgeOne({ id, what, unit, times, of, limit, share }, samples) {
  const values = samples[id] ?? []
  const value = share === undefined ? median(values) : percentile(values, share)
  const ratio = of === undefined ? undefined : value / median(samples[of] ?? [])
  const measured = { what, unit, value, ratio, least: Math.min(...values), most: Math.max(...values) }
  // A missing measurement is NaN, which misses every limit.
  if (times !== undefined) {
    return { ...measured, goal: `${times} x`, verdict: Number(ratio) <= times ? 'pass' : 'MISSED' }
  }
  if (limit !== undefined) {
    return { ...measured, goal: withUnit(limit, unit), verdict: value <= limit ? 'pass' : 'MISSED' }
  }
  return { ...measured, goal: '', verdict: '' }
}

/** @param {Samples} samples @param {readonly Goal[]} [goals] @returns {Judged[]} */
export const judge = (samples, goals = GOALS) => goals.map((goal) => judgeOne(goal, samples))

/** @param {Judged} row */
function cellsOf({ what, unit, value, ratio, least, most, goal, verdict }) {
  if (Number.isNaN(value)) return [what, 'not measured', '', '', goal, verdict]
  const range = least === most ? '' : `${withUnit(least, unit)} – ${withUnit(most, unit)}`
  return [what, withUnit(value, unit), range, ratio === undefined ? '' : `${ratio.toFixed(2)} x`, goal, verdict]
}

/**
 * Lines with aligned columns.
 * @param {readonly (readonly string[])[]} rows
 * @param {(column: number) => boolean} [isNumeric] which columns are aligned to the right
 */
export function alignedLines(rows, isNumeric = () => false) {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const padded = (/** @type {string} */ cell, /** @type {number} */ column) =>
    isNumeric(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)
  return rows.map((row) => row.map(padded).join('  ').trimEnd())
}

/** @param {readonly Judged[]} rows @returns {string[]} lines */
export const table = (rows) =>
  alignedLines([['', 'median', 'min – max', 'of floor', 'goal', ''], ...rows.map(cellsOf)], (column) => column > 0)
