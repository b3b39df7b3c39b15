import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { availableParallelism, loadavg } from 'node:os'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { LOCAL_PROJECT_ID } from '../local.mjs'
import { startRedis } from '../redis.mjs'
import { measureJsonRpc } from './jsonRpc.mjs'
import { measureLoad } from './load.mjs'
import { measureRelay } from './relay.mjs'

/**
 * `npm run bench -- services`: how the services bear load. What may be no slower than it is is a goal; the rest is told.
 *
 * @typedef {object} Row
 * @property {string} what
 * @property {string} measured
 * @property {string} [goal]
 * @property {boolean} [isKept]
 *
 * @typedef {{ url: string, pid: number, stop: () => Promise<void> }} Running
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const CHAIN = 'eip155:1'

/** As near as a hosted node is at best. One on the same machine answers sooner than any program in between could. */
const UPSTREAM_DELAY_MS = 20
const PASS_THROUGH = { p50: 1.5, p99: 3 }
const READ_P99_MS = 25
const RELAY_P99_MS = 50

/** What the modal asks for (services.md §4.1). */
const WALLET_QUESTIONS = [
  'page=1&entries=4&chains=eip155:1',
  'page=2&entries=40&chains=eip155:1,eip155:10,solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'page=1&entries=100&search=wallet&badge_type=none',
  'page=1&entries=20&badge=certified&names=MetaMask,Rabby&rdns=io.metamask,io.rabby',
]

const ms = (/** @type {number} */ value) => `${value.toFixed(value < 10 ? 1 : 0)} ms`
const mb = (/** @type {number} */ bytes) => `${(bytes / 1e6).toFixed(0)} MB`

/** A node that answers `eth_getBalance` and the like after the delay. */
async function startNode() {
  const server = createServer(async (incoming, response) => {
    let body = ''
    for await (const part of incoming) body += part
    await wait(UPSTREAM_DELAY_MS)
    const { id } = JSON.parse(body)
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: '0x21e19e0c9bab2400000' }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.close(() => {}).closeAllConnections() }
}

/** @param {Record<string, string>} environment @returns {Promise<Running>} */
async function startServices(environment) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'services/src/main.ts'], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: 'memory://',
      SEED_PROJECT_ID: LOCAL_PROJECT_ID,
      LOG_LEVEL: 'info',
      RPC_REQUESTS_PER_SECOND: '100000',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const url = await new Promise((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      if (line.includes('"listening"')) resolve(JSON.parse(line).url)
    })
    ended.then(() => reject(new Error('The services did not start.')))
  })
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** @param {string} what @param {import('./load.mjs').LoadMeasurement} measured @returns {Row} */
const readRow = (what, { p50Ms, p99Ms, statuses }) => ({
  what: `${what}, 200 requests a second`,
  measured: `p50 ${ms(p50Ms)}, p99 ${ms(p99Ms)}`,
  goal: `p99 ${READ_P99_MS} ms, no 5xx`,
  isKept: p99Ms <= READ_P99_MS && !hasServerError(statuses),
})

/** @param {Record<string, number>} statuses */
const hasServerError = (statuses) => Object.keys(statuses).some((status) => status.startsWith('5'))

/** @param {string} what @param {import('./relay.mjs').RelayMeasurement} measured @returns {Row[]} */
const relayRows = (what, { p50Ms, p99Ms, lost, messagesPerSecond, pairingsPerSecond, memoryBytes }) => [
  {
    what: `relay, ${what}: ${Math.round(messagesPerSecond)} messages a second`,
    measured: `p50 ${ms(p50Ms)}, p99 ${ms(p99Ms)}, ${lost} lost`,
    goal: `p99 ${RELAY_P99_MS} ms, 0 lost`,
    isKept: p99Ms <= RELAY_P99_MS && lost === 0,
  },
  {
    what: `relay, ${what}: pairings`,
    measured: `${Math.round(pairingsPerSecond)} a second${memoryBytes ? `, ${mb(memoryBytes)} resident` : ''}`,
  },
]

/** @param {Running} services @param {string} nodeUrl @returns {Promise<Row[]>} */
async function measureOne({ url, pid }, nodeUrl) {
  const project = `projectId=${LOCAL_PROJECT_ID}&st=appkit&sv=html-ethers-1.7.19`
  const rpc = await measureJsonRpc({
    upstreamUrl: nodeUrl,
    serviceUrl: `${url}/v1/?chainId=${CHAIN}&projectId=${LOCAL_PROJECT_ID}`,
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_getBalance',
      params: [`0x${'1'.repeat(40)}`, 'latest'],
    }),
    rounds: 150,
  })
  return [
    readRow(
      '/getWallets',
      await measureLoad({ urls: WALLET_QUESTIONS.map((question) => `${url}/getWallets?${project}&${question}`) }),
    ),
    readRow('configuration', await measureLoad({ urls: [`${url}/appkit/v1/config?${project}`] })),
    {
      what: `JSON-RPC through the service, as a multiple of a node ${UPSTREAM_DELAY_MS} ms away`,
      measured: `p50 ${rpc.ratios.p50.toFixed(2)} x (${ms(rpc.bare.p50Ms)} bare), p99 ${rpc.ratios.p99.toFixed(2)} x`,
      goal: `p50 ${PASS_THROUGH.p50} x, p99 ${PASS_THROUGH.p99} x, no 5xx`,
      isKept: rpc.ratios.p50 <= PASS_THROUGH.p50 && rpc.ratios.p99 <= PASS_THROUGH.p99 && !hasServerError(rpc.statuses),
    },
    ...relayRows('1 process', await measureRelay({ urls: [relayUrl(url)], projectId: LOCAL_PROJECT_ID, pids: [pid] })),
  ]
}

const relayUrl = (/** @type {string} */ url) => `${url.replace('http', 'ws')}/relay`

/** Two processes serve one pairing, by way of Redis. @returns {Promise<Row[]>} */
async function measureTwo() {
  const redis = await startRedis({ log: console.log })
  if (!redis) return []
  const environment = { REDIS_URL: redis.url }
  const both = await Promise.all([startServices(environment), startServices(environment)])
  try {
    const urls = both.map(({ url }) => relayUrl(url))
    const pids = both.map(({ pid }) => pid)
    return relayRows('2 processes on Redis', await measureRelay({ urls, projectId: LOCAL_PROJECT_ID, pids }))
  } finally {
    for (const { stop } of both) await stop()
    await redis.stop()
  }
}

/** @param {readonly Row[]} rows */
function table(rows) {
  const cells = rows.map(({ what, measured, goal = '', isKept }) => [
    what,
    measured,
    goal,
    goal && (isKept ? 'pass' : 'MISSED'),
  ])
  const widths = [0, 1, 2].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Prints the table. @returns {Promise<boolean>} whether every goal is kept */
export async function benchServices() {
  const load = () => (loadavg()[0] ?? 0).toFixed(1)
  const before = load()
  const node = await startNode()
  /** @type {Row[]} */
  const rows = []
  try {
    const services = await startServices({ RPC_UPSTREAMS: `${CHAIN}=${node.url}` })
    try {
      rows.push(...(await measureOne(services, node.url)))
    } finally {
      await services.stop()
    }
    rows.push(...(await measureTwo()))
  } finally {
    node.stop()
  }
  console.log(`\n${table(rows)}\n`)
  console.log(`${availableParallelism()} cores, which the load shares; load ${before} before and ${load()} after.`)
  const missed = rows.filter(({ goal, isKept }) => goal && !isKept).length
  console.log(missed === 0 ? 'Every goal is kept.' : `Goals missed: ${missed}.`)
  return missed === 0
}
