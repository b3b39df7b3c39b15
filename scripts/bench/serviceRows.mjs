import { alignedLines } from './goals.mjs'

/**
 * The table of `npm run bench -- services`. Times that must not get worse are goals; the rest is informative.
 *
 * @typedef {object} Row
 * @property {string} what
 * @property {string} measured
 * @property {string} [goal]
 * @property {boolean} [isKept]
 */

export const GOALS = {
  readsPerSecond: 200,
  readP99Ms: 25,
  /** Multiples of the upstream in the same run. */
  rpcP50: 1.5,
  rpcP99: 3,
  relayPerSecond: 1_000,
  relayP99Ms: 50,
  /** After this many messages, the relay's memory must be back to where it was. */
  floodMessages: 100_000,
  /** Compiled code and socket buffers vary by this much, so a leak of one byte per message would not show. */
  floodBytes: 3_000_000,
}

const ms = (/** @type {number} */ value) => `${value.toFixed(value < 10 ? 1 : 0)} ms`
const mb = (/** @type {number} */ bytes) => `${(bytes / 1e6).toFixed(1)} MB`
const times = (/** @type {{ p50Ms: number, p99Ms: number }} */ { p50Ms, p99Ms }) => `p50 ${ms(p50Ms)}, p99 ${ms(p99Ms)}`

const multiples = (/** @type {{ p50: number, p99: number }} */ { p50, p99 }) =>
  `p50 ${p50.toFixed(2)} x, p99 ${p99.toFixed(2)} x`

/** Fast refusals do not count as fast answers. @param {Record<string, number>} statuses */
const areAnswered = (statuses) => Object.keys(statuses).every((status) => status === '200')

/** Error answers by status. @param {Record<string, number>} statuses */
const refusals = (statuses) =>
  Object.entries(statuses)
    .filter(([status]) => status !== '200')
    .map(([status, count]) => `, ${count} times ${status}`)
    .join('')

/** @param {string} what @param {import('./load.mjs').LoadMeasurement} measured @returns {Row} */
export const readRow = (what, measured) => ({
  what: `${what}, ${GOALS.readsPerSecond} requests a second`,
  measured: `${times(measured)}${refusals(measured.statuses)}`,
  goal: `p99 ${GOALS.readP99Ms} ms, no 5xx`,
  isKept: measured.p99Ms <= GOALS.readP99Ms && areAnswered(measured.statuses),
})

/**
 * Has no time goal, because the chain takes part of the time.
 * @param {string} what @param {import('./load.mjs').LoadMeasurement} measured @returns {Row}
 */
export const answeredRow = (what, measured) => ({
  what,
  measured: `${times(measured)}${refusals(measured.statuses)}`,
  goal: 'no 5xx',
  isKept: areAnswered(measured.statuses),
})

/** @param {string} what @param {import('./jsonRpc.mjs').JsonRpcMeasurement} measured @returns {Row} */
export const passThroughRow = (what, { ratios, bare, statuses }) => ({
  what: `JSON-RPC, ${what}`,
  measured: `${multiples(ratios)} (bare: ${times(bare)})${refusals(statuses)}`,
  goal: `p50 ${GOALS.rpcP50} x, p99 ${GOALS.rpcP99} x, no 5xx`,
  isKept: ratios.p50 <= GOALS.rpcP50 && ratios.p99 <= GOALS.rpcP99 && areAnswered(statuses),
})

/**
 * The time is informative only: even a Node program that merely forwards takes three times as long as a local node
 * alone.
 * @param {string} what @param {import('./jsonRpc.mjs').JsonRpcMeasurement} measured @returns {Row}
 */
export const directRow = (what, { ratios, bare, service, statuses }) => ({
  what: `JSON-RPC, ${what}`,
  measured: `${times(service)}: ${multiples(ratios)} (bare: ${times(bare)})${refusals(statuses)}`,
  goal: 'no 5xx (a bare proxy of Node takes 3 x)',
  isKept: areAnswered(statuses),
})

/** @param {string} what @param {import('./relay.mjs').RelayMeasurement} measured @returns {Row[]} */
export const relayRows = (what, { p50Ms, p99Ms, lost, messagesPerSecond, pairingsPerSecond, memoryBytes }) => [
  {
    what: `relay, ${what}: ${Math.round(messagesPerSecond)} messages a second`,
    measured: `${times({ p50Ms, p99Ms })}, ${lost} lost${memoryBytes ? `, ${mb(memoryBytes)} resident` : ''}`,
    goal: `p99 ${GOALS.relayP99Ms} ms, 0 lost`,
    isKept: p99Ms <= GOALS.relayP99Ms && lost === 0,
  },
  { what: `relay, ${what}: pairings`, measured: `${Math.round(pairingsPerSecond)} a second` },
]

/**
 * @typedef {import('./serviceProcesses.mjs').Memory} Memory
 * @param {{ messagesPerSecond: number, before: Memory, after: Memory }} measured @returns {Row[]}
 */
export const floodRows = ({ messagesPerSecond, before, after }) => [
  { what: 'relay, in memory: at most', measured: `${Math.round(messagesPerSecond)} messages a second` },
  {
    what: `relay, in memory: held after ${GOALS.floodMessages} messages`,
    measured: `${mb(before.heldBytes)}, then ${mb(after.heldBytes)} (${mb(before.residentBytes)}, then ${mb(after.residentBytes)} resident)`,
    goal: `at most ${mb(GOALS.floodBytes)} more`,
    isKept: after.heldBytes - before.heldBytes <= GOALS.floodBytes,
  },
]

/** @param {readonly Row[]} rows */
export const table = (rows) =>
  alignedLines(
    rows.map(({ what, measured, goal = '', isKept }) => [what, measured, goal, goal && (isKept ? 'pass' : 'MISSED')]),
  ).join('\n')

/** @param {readonly Row[]} rows */
export const missedIn = (rows) => rows.filter(({ goal, isKept }) => goal && !isKept).length
