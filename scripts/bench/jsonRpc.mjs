import { Agent, request } from 'node:http'
import { percentile } from './load.mjs'

/**
 * @typedef {object} Times
 * @property {number} p50Ms
 * @property {number} p99Ms
 *
 * @typedef {object} JsonRpcMeasurement
 * @property {Times} bare
 * @property {Times} service
 * @property {{ p50: number, p99: number }} ratios the service's times as multiples of the bare upstream's
 * @property {Record<string, number>} statuses number of the service's answers by HTTP status
 */

/** Requests until both ends are warm: compiled, connected, cached. */
const WARM_UP_REQUESTS = 300

/** A client with its own keep-alive connections. @param {string} url @param {number} connections */
function createClient(url, connections) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return {
    close: () => agent.destroy(),
    /** @param {string} body @returns {Promise<{ status: number, ms: number }>} */
    post: (body) =>
      new Promise((resolve, reject) => {
        const headers = { 'Content-Type': 'text/plain;charset=UTF-8', 'Content-Length': Buffer.byteLength(body) }
        const startedAt = performance.now()
        const sent = request(url, { method: 'POST', agent, headers }, (message) => {
          message.resume()
          message.once('end', () => resolve({ status: message.statusCode ?? 0, ms: performance.now() - startedAt }))
          message.once('error', reject)
        })
        sent.once('error', reject)
        sent.end(body)
      }),
  }
}

/** @param {number[]} times */
const summary = (times) => ({ p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99) })

/**
 * The overhead of a call through the JSON-RPC service compared with its upstream. Alternates between both in one run,
 * so that a slow moment of the machine affects both.
 * @param {object} options
 * @param {string} options.upstreamUrl
 * @param {string} options.serviceUrl with `chainId` and `projectId`
 * @param {string} options.body one JSON-RPC request
 * @param {number} [options.rounds] each sends one request per connection, to both
 * @param {number} [options.connections] number of concurrent requests
 * @returns {Promise<JsonRpcMeasurement>}
 */
export async function measureJsonRpc({ upstreamUrl, serviceUrl, body, rounds = 500, connections = 4 }) {
  const bare = createClient(upstreamUrl, connections)
  const service = createClient(serviceUrl, connections)
  /** @type {Record<string, number>} */
  const statuses = {}
  const times = { bare: /** @type {number[]} */ ([]), service: /** @type {number[]} */ ([]) }
  /** @param {ReturnType<typeof createClient>} client */
  const together = (client) => Promise.all(Array.from({ length: connections }, () => client.post(body)))

  try {
    for (let sent = 0; sent < WARM_UP_REQUESTS; sent += connections) {
      await together(bare)
      await together(service)
    }
    for (let round = 0; round < rounds; round++) {
      for (const { ms } of await together(bare)) times.bare.push(ms)
      for (const { status, ms } of await together(service)) {
        times.service.push(ms)
        statuses[status] = (statuses[status] ?? 0) + 1
      }
    }
  } finally {
    bare.close()
    service.close()
  }
  const [direct, through] = [summary(times.bare), summary(times.service)]
  const ratios = { p50: through.p50Ms / direct.p50Ms, p99: through.p99Ms / direct.p99Ms }
  return { bare: direct, service: through, ratios, statuses }
}
