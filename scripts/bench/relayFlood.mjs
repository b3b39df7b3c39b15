import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { openPairs } from './relayClient.mjs'

/**
 * @typedef {object} Flood
 * @property {(messages: number) => Promise<{ messagesPerSecond: number }>} exchange sends as fast as the relay answers;
 *   resolves once the last message is delivered and acknowledged
 * @property {() => void} close
 */

/** Concurrent requests per page. */
const LANES = 8
/** Minimum interval between a lane's messages: a page may send 100 per second, and 8 lanes at this pace send fewer. */
const PACE_MS = 90
const TICK_MS = 5
const ARRIVAL_PATIENCE_MS = 30_000
/** Short, so that the messages' memory is freed during the measurement. */
const TTL_S = 2

/**
 * Pages with wallets, to measure the relay's maximum throughput and what it retains.
 * @param {{ url: string, projectId: string, pairs?: number, bytes?: number }} options @returns {Promise<Flood>}
 */
export async function openFlood({ url, projectId, pairs = 100, bytes = 1_000 }) {
  let delivered = 0
  const count = () => void delivered++
  const { pairs: lines, close } = await openPairs(pairs, { page: url, wallet: url }, projectId, count)

  return {
    async exchange(messages) {
      const before = delivered
      const start = performance.now()
      let sent = 0
      /** @param {typeof lines[number]} line */
      const lane = async ({ page, topic }) => {
        while (sent < messages) {
          const sentAt = performance.now()
          sent += 1
          const message = randomBytes(bytes / 2).toString('hex')
          await page.call('irn_publish', { topic, message, ttl: TTL_S, tag: 1108 })
          await wait(Math.max(0, sentAt + PACE_MS - performance.now()))
        }
      }
      await Promise.all(lines.flatMap((line) => Array.from({ length: LANES }, () => lane(line))))
      const patience = performance.now() + ARRIVAL_PATIENCE_MS
      while (delivered - before < sent) {
        if (performance.now() > patience) throw new Error(`${sent - delivered + before} messages were never delivered.`)
        await wait(TICK_MS)
      }
      return { messagesPerSecond: sent / ((performance.now() - start) / 1_000) }
    },
    close,
  }
}
