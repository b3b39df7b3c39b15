import { randomBytes } from 'node:crypto'
import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { EVM_CAIP_IDS, LOCAL_PROJECT_ID } from '../local.mjs'
import { startRedis } from '../redis.mjs'
import { measureJsonRpc } from './jsonRpc.mjs'
import { measureLoad } from './load.mjs'
import { measureRelay } from './relay.mjs'
import { openFlood } from './relayFlood.mjs'
import { createProjects, onChains, startChains, startLine, startServices } from './serviceProcesses.mjs'
import {
  answeredRow,
  directRow,
  floodRows,
  GOALS,
  missedIn,
  passThroughRow,
  readRow,
  relayRows,
  table,
} from './serviceRows.mjs'

/**
 * `npm run bench -- services`: the services under load.
 *
 * @typedef {import('./serviceRows.mjs').Row} Row
 * @typedef {import('./serviceProcesses.mjs').Running} Running
 */

/** The lowest latency of a hosted node. A local node answers faster than any program in between could. */
const LINE_MS = 20
/** The second chain is behind the latency proxy. */
const [NEAR, FAR] = EVM_CAIP_IDS
const SECONDS = 10
/** Has coins and tokens, each with a price: `local/chains/evmContracts.ts`. */
const OWNER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
/** A project may send 100 blockchain API requests per second, averaged over ten. */
const BALANCE_PROJECTS = 5
/** Each request queries the chain; anvil, which shares the machine, cannot answer more. */
const FRESH_PER_SECOND = 50
/** Excludes permanent allocations of the first messages, such as compiled code. */
const FLOOD_WARM_UP = 10_000
/** How long the last messages' memory may take to be freed after they expire. */
const FLOOD_PATIENCE_MS = 30_000
/** Longer than the flood's messages live. */
const STEADY_MS = 4_000

const projectOf = (/** @type {string} */ id) => `projectId=${id}&st=appkit&sv=html-ethers-1.7.19`
const PROJECT = projectOf(LOCAL_PROJECT_ID)

/** The modal's requests (services.md §4.1). */
const WALLET_QUESTIONS = [
  'page=1&entries=4&chains=eip155:1',
  'page=2&entries=40&chains=eip155:1,eip155:10,solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'page=1&entries=100&search=wallet&badge_type=none',
  'page=1&entries=20&badge=certified&names=MetaMask,Rabby&rdns=io.metamask,io.rabby',
]

const newAddress = () => `0x${randomBytes(20).toString('hex')}`
const relayUrl = (/** @type {string} */ url) => `${url.replace('http', 'ws')}/relay`

/** @param {Running} services @returns {Promise<Row[]>} */
async function measureReads(services) {
  const { url } = services
  const perSecond = GOALS.readsPerSecond
  const wallets = WALLET_QUESTIONS.map((question) => `${url}/getWallets?${PROJECT}&${question}`)
  const strangers = Array.from({ length: 2 * FRESH_PER_SECOND * SECONDS }, newAddress)
  const projects = await createProjects(services, BALANCE_PROJECTS)
  const balanceUrl = (/** @type {string} */ address, /** @type {number} */ index) =>
    `${url}/v1/account/${address}/balance?${projectOf(projects[index % projects.length] ?? '')}&chainId=${NEAR}`
  const cached = { urls: projects.map((_, index) => balanceUrl(OWNER, index)), perSecond, seconds: SECONDS }
  const fresh = { urls: strangers.map(balanceUrl), perSecond: FRESH_PER_SECOND, seconds: SECONDS }
  return [
    readRow('/getWallets', await measureLoad({ urls: wallets, perSecond, seconds: SECONDS })),
    readRow(
      'configuration',
      await measureLoad({ urls: [`${url}/appkit/v1/config?${PROJECT}`], perSecond, seconds: SECONDS }),
    ),
    answeredRow(`balance of one address, ${perSecond} requests a second`, await measureLoad(cached)),
    answeredRow(`balance of ever new ones, ${FRESH_PER_SECOND} requests a second`, await measureLoad(fresh)),
  ]
}

/**
 * @param {Running} services
 * @param {readonly string[]} nodes in the order of `EVM_CAIP_IDS`
 * @returns {Promise<Row[]>}
 */
async function measurePassThrough({ url }, [near = '', far = '']) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [newAddress(), 'latest'] })
  const through = (/** @type {string | undefined} */ chain) =>
    `${url}/v1/?chainId=${chain}&projectId=${LOCAL_PROJECT_ID}`
  const distant = await measureJsonRpc({ upstreamUrl: far, serviceUrl: through(FAR), body, rounds: 150 })
  const close = await measureJsonRpc({ upstreamUrl: near, serviceUrl: through(NEAR), body })
  return [passThroughRow(`a node ${LINE_MS} ms away`, distant), directRow('a node on the same machine', close)]
}

/** A process's memory once it stops shrinking. @param {Running['memory']} memory */
async function untilSteady(memory) {
  const patience = performance.now() + FLOOD_PATIENCE_MS
  let last = await memory()
  while (performance.now() < patience) {
    await wait(STEADY_MS)
    const next = await memory()
    if (next.heldBytes >= last.heldBytes - GOALS.floodBytes / 10) return next
    last = next
  }
  return last
}

/** @param {Running} services @returns {Promise<Row[]>} */
async function measureFlood({ url, memory }) {
  const flood = await openFlood({ url: relayUrl(url), projectId: LOCAL_PROJECT_ID })
  await flood.exchange(FLOOD_WARM_UP)
  const before = await untilSteady(memory)
  const { messagesPerSecond } = await flood.exchange(GOALS.floodMessages)
  const after = await untilSteady(memory)
  flood.close()
  return floodRows({ messagesPerSecond, before, after })
}

/** One or several processes that share pairings through Redis. @param {number} count @returns {Promise<Row[]>} */
async function measureOnRedis(count) {
  console.log(`Relay on Redis, processes: ${count}…`)
  const redis = await startRedis({ log: console.log })
  if (!redis) return []
  const processes = await Promise.all(Array.from({ length: count }, () => startServices({ REDIS_URL: redis.url })))
  try {
    const urls = processes.map(({ url }) => relayUrl(url))
    const pids = processes.map(({ pid }) => pid)
    const what = `${count} ${count === 1 ? 'process' : 'processes'} on Redis`
    return relayRows(what, await measureRelay({ urls, projectId: LOCAL_PROJECT_ID, pids }))
  } finally {
    for (const { stop } of processes) await stop()
    await redis.stop()
  }
}

/** @returns {Promise<Row[]>} */
async function measureAll() {
  /** @type {(() => unknown)[]} */
  const undo = []
  /** @type {Row[]} */
  const rows = []
  try {
    const chains = await startChains()
    undo.push(chains.stop)
    const line = await startLine(chains.urls[1] ?? '', LINE_MS)
    undo.push(line.stop)
    const nodes = [chains.urls[0] ?? '', line.url]
    const services = await startServices(onChains(nodes))
    undo.push(services.stop)

    console.log('Reads…')
    rows.push(...(await measureReads(services)))
    console.log('JSON-RPC…')
    rows.push(...(await measurePassThrough(services, nodes)))
    console.log('Relay…')
    const load = { urls: [relayUrl(services.url)], projectId: LOCAL_PROJECT_ID, pids: [services.pid] }
    rows.push(...relayRows('in memory', await measureRelay(load)))
    console.log('Memory…')
    rows.push(...(await measureFlood(services)))
  } finally {
    for (const stop of undo.reverse()) await stop()
  }
  return [...rows, ...(await measureOnRedis(1)), ...(await measureOnRedis(2))]
}

/** Prints the table. @returns {Promise<boolean>} whether every goal was met */
export async function benchServices() {
  const load = () => (loadavg()[0] ?? 0).toFixed(1)
  const before = load()
  const rows = await measureAll()
  console.log(`\n${table(rows)}\n`)
  console.log(`${availableParallelism()} cores, which the load shares; load ${before} before and ${load()} after.`)
  const missed = missedIn(rows)
  console.log(missed === 0 ? 'Every goal is kept.' : `Goals missed: ${missed}.`)
  return missed === 0
}
