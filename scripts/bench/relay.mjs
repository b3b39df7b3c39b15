import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { isMain } from '../main.mjs'
import { percentile } from './load.mjs'
import { connect, newTopic, openPairs } from './relayClient.mjs'

/**
 * Measures a running relay: `node scripts/bench/relay.mjs <projectId> <url> [<url of a second process>]`.
 *
 * @typedef {object} RelayLoad
 * @property {readonly string[]} urls URLs of one relay (`ws://…/relay`); pages use the first, wallets the last
 * @property {string} projectId
 * @property {number} [pairs] pages, each with its wallet
 * @property {number} [messagesPerSecond] of all pages together
 * @property {number} [durationMs]
 * @property {number} [bytes] of one message
 * @property {readonly number[]} [pids] processes of the relay, if they are on this machine
 *
 * @typedef {object} RelayMeasurement
 * @property {number} sent messages accepted by the relay
 * @property {number} messagesPerSecond delivered
 * @property {number} pairingsPerSecond proposal, approval and settlement, one pair after another in each of ten lanes
 * @property {number} p50Ms from publishing a message to its delivery
 * @property {number} p99Ms
 * @property {number} lost accepted and not delivered
 * @property {number | undefined} memoryBytes resident, of all `pids` after the messages
 */

const LANES = 10
const TICK_MS = 10
/** Time until both ends are warm: compiled, connected. */
const WARM_UP_MS = 2_000
const ARRIVAL_PATIENCE_MS = 5_000

/** @param {readonly number[]} pids */
function residentBytes(pids) {
  if (pids.length === 0) return undefined
  const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', pids.join()], { encoding: 'utf8' }).trim().split(/\s+/)
  return kilobytes.reduce((sum, rss) => sum + Number(rss) * 1_024, 0)
}

/** One pairing, from proposal to settlement. @param {readonly string[]} urls @param {string} projectId */
async function pair(urls, projectId) {
  const [pairingTopic, sessionTopic] = [newTopic(), newTopic()]
  /** @type {() => void} */
  let settled = () => {}
  /** @type {Promise<void>} */
  const settlement = new Promise((resolve) => {
    settled = resolve
  })
  const page = await connect(urls[0] ?? '', projectId, (topic) => {
    if (topic === pairingTopic) void page.call('irn_subscribe', { topic: sessionTopic })
    else settled()
  })
  const wallet = await connect(urls.at(-1) ?? '', projectId, () => {
    void wallet.call('wc_approveSession', {
      pairingTopic,
      sessionTopic,
      sessionProposalResponse: 'response',
      sessionSettlementRequest: 'settlement',
    })
  })
  await page.call('wc_proposeSession', { pairingTopic, sessionProposal: 'proposal' })
  await wallet.call('irn_subscribe', { topic: pairingTopic })
  await settlement
  page.close()
  wallet.close()
}

/** @param {readonly string[]} urls @param {string} projectId @param {number} durationMs */
async function measurePairings(urls, projectId, durationMs) {
  const end = performance.now() + durationMs
  let pairings = 0
  const lane = async () => {
    while (performance.now() < end) {
      await pair(urls, projectId)
      pairings += 1
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return pairings / (durationMs / 1_000)
}

/**
 * Puts a relay under steady load and measures it.
 * @param {RelayLoad} load @returns {Promise<RelayMeasurement>}
 * @throws Error when the relay refuses a message
 */
export async function measureRelay({
  urls,
  projectId,
  pairs = 50,
  messagesPerSecond = 1_000,
  durationMs = 10_000,
  bytes = 1_000,
  pids = [],
}) {
  /** @type {Map<string, number>} when each message was published */
  const sentAt = new Map()
  /** @type {number[]} */
  const latencies = []
  const onMessage = (/** @type {string} */ message) => {
    const at = sentAt.get(message)
    // Messages may arrive twice.
    if (at === undefined) return
    latencies.push(performance.now() - at)
    sentAt.delete(message)
  }

  const ends = { page: urls[0] ?? '', wallet: urls.at(-1) ?? '' }
  const { pairs: lines, close } = await openPairs(pairs, ends, projectId, onMessage)

  /** @param {number} forMs @returns how many were accepted, and how long that took */
  const send = async (forMs) => {
    const start = performance.now()
    /** @type {Promise<unknown>[]} */
    const accepted = []
    while (performance.now() - start < forMs) {
      const due = Math.floor(((performance.now() - start) / 1_000) * messagesPerSecond)
      while (accepted.length < due) {
        const line = lines[accepted.length % lines.length]
        const message = randomBytes(bytes / 2).toString('hex')
        sentAt.set(message, performance.now())
        if (line) accepted.push(line.page.call('irn_publish', { topic: line.topic, message, ttl: 300, tag: 1108 }))
      }
      await wait(TICK_MS)
    }
    await Promise.all(accepted)
    const seconds = (performance.now() - start) / 1_000
    const patience = performance.now() + ARRIVAL_PATIENCE_MS
    while (sentAt.size > 0 && performance.now() < patience) await wait(TICK_MS)
    return { sent: accepted.length, seconds }
  }
  const warmUp = await send(WARM_UP_MS)
  latencies.length = 0
  const { sent, seconds } = await send(durationMs)
  close()

  const memoryBytes = residentBytes(pids)
  return {
    sent: warmUp.sent + sent,
    messagesPerSecond: latencies.length / seconds,
    pairingsPerSecond: await measurePairings(urls, projectId, durationMs / 4),
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    lost: sentAt.size,
    memoryBytes,
  }
}

if (isMain(import.meta.url)) {
  const [projectId = '', ...urls] = process.argv.slice(2)
  console.log(JSON.stringify(await measureRelay({ urls, projectId })))
}
