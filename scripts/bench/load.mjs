import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * @typedef {object} LoadMeasurement
 * @property {number} p50Ms from the moment a request was due, so that a server cannot hide falling behind
 * @property {number} p99Ms
 * @property {Record<string, number>} statuses number of answers by HTTP status
 */

const TICK_MS = 1
/** Requests until everything is compiled, connected and cached; the embedded database takes the longest. */
const WARM_UP_REQUESTS = 400
/** A development page, which every project allows. */
const PAGE = { Origin: 'http://localhost:4300' }

/** @param {readonly number[]} values @param {number} share of all, from 0 to 1 */
export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/**
 * Requests the URLs in turn at a steady rate, whether or not answers arrive. Our own generator, because it shares two
 * cores with what it measures: the threads and reports of npm's load generators would distort the result.
 * @param {{ urls: readonly string[], perSecond?: number, seconds?: number }} load @returns {Promise<LoadMeasurement>}
 */
export async function measureLoad({ urls, perSecond = 200, seconds = 10 }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  /** @type {Record<string, number>} */
  const statuses = {}
  /** @type {number[]} */
  const times = []
  let sent = 0
  /** @param {number} due @returns {Promise<void>} */
  const send = (due) =>
    new Promise((resolve, reject) => {
      get(urls[sent++ % urls.length] ?? '', { agent, headers: PAGE }, (answer) => {
        answer.resume()
        answer.once('end', () => {
          times.push(performance.now() - due)
          statuses[String(answer.statusCode)] = (statuses[String(answer.statusCode)] ?? 0) + 1
          resolve()
        })
      }).once('error', reject)
    })

  try {
    while (sent < WARM_UP_REQUESTS) await send(performance.now())
    times.length = 0
    const start = performance.now()
    /** @type {Promise<void>[]} */
    const requests = []
    while (requests.length < perSecond * seconds) {
      const passed = performance.now() - start
      while (requests.length < perSecond * seconds && (requests.length / perSecond) * 1_000 <= passed) {
        requests.push(send(start + (requests.length / perSecond) * 1_000))
      }
      await wait(TICK_MS)
    }
    await Promise.all(requests)
  } finally {
    agent.destroy()
  }
  return { p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99), statuses }
}
