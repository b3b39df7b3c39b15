import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../../services/testing/freePort.mjs'
import { EVM_CAIP_IDS, LOCAL_POOLS, LOCAL_PROJECT_ID } from '../local.mjs'
import { untilLine } from '../untilLine.mjs'

/**
 * The processes of `npm run bench -- services`, each on a free port. An interrupted run leaves nothing behind: each
 * process ends with the one that started it.
 *
 * @typedef {object} Running
 * @property {string} url
 * @property {number} pid
 * @property {() => Promise<Memory>} memory after garbage collection
 * @property {() => Promise<void>} stop
 *
 * @typedef {{ heldBytes: number, residentBytes: number }} Memory `heldBytes`: heap plus external buffers
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Rate limits are not measured here. */
const NO_LIMIT = { RPC_REQUESTS_PER_SECOND: '1000000' }
/** A new random token per run is enough: the processes stop when this process does. */
const ADMIN_TOKEN = randomBytes(24).toString('hex')

/**
 * Starts a TypeScript program.
 * @param {readonly string[]} args for Node
 * @param {NodeJS.ProcessEnv} env @param {'ignore' | 'pipe'} stdout
 */
function start(args, env, stdout) {
  const child = spawn(process.execPath, ['--import', 'tsx', ...args], {
    cwd: ROOT,
    env,
    stdio: ['ignore', stdout, 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { child, ended, stop }
}

/**
 * Starts anvil for each local chain, with the development contracts.
 * @returns {Promise<{ urls: readonly string[], stop: () => Promise<void> }>} in the order of `EVM_CAIP_IDS`
 */
export async function startChains() {
  const ports = await Promise.all(EVM_CAIP_IDS.map(() => findFreePort()))
  const pairs = EVM_CAIP_IDS.map((id, index) => `${id.slice('eip155:'.length)}:${ports[index]}`)
  const env = { ...process.env, EVM_CHAINS: pairs.join() }
  const { child, ended, stop } = start(['local/chains/main.ts'], env, 'ignore')
  await Promise.race([once(child, 'message'), ended.then(() => Promise.reject(new Error('The chains did not start.')))])
  return { urls: ports.map((port) => `http://127.0.0.1:${port}/`), stop }
}

/**
 * A proxy that adds the latency of a hosted node: answers take `delayMs` more.
 * @param {string} url @param {number} delayMs
 */
export async function startLine(url, delayMs) {
  const { hostname, port } = new URL(url)
  /** @type {Set<import('node:net').Socket>} */
  const sockets = new Set()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const [socket, other] of /** @type {const} */ ([
      [near, far],
      [far, near],
    ])) {
      sockets.add(socket.setNoDelay())
      socket.once('error', () => other.destroy())
      socket.once('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    near.pipe(far)
    far.on('data', (chunk) => setTimeout(() => near.writable && near.write(chunk), delayMs))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = /** @type {import('node:net').AddressInfo} */ (server.address())
  return {
    url: `http://127.0.0.1:${address.port}/`,
    stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/**
 * The services' chain settings, as in `scripts/stack.mjs`.
 * @param {readonly string[]} urls in the order of `EVM_CAIP_IDS`
 */
export const onChains = (urls) => ({
  RPC_UPSTREAMS: EVM_CAIP_IDS.map((id, index) => `${id}=${urls[index]}`).join(';'),
  POOLS: EVM_CAIP_IDS.map((id) => `${id}=${LOCAL_POOLS.router},${LOCAL_POOLS.dollar}`).join(';'),
  TOKENS_FILE: 'local/chains/tokens.json',
})

/**
 * All services in one process, as `services/src/main.ts` starts them.
 * @param {Record<string, string>} [environment] @returns {Promise<Running>}
 */
export async function startServices(environment = {}) {
  const preloaded = ['--import', './local/endWithParent.ts', '--import', './scripts/bench/tellMemory.mjs']
  const env = {
    PATH: process.env.PATH,
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: 'memory://',
    SEED_PROJECT_ID: LOCAL_PROJECT_ID,
    ADMIN_TOKENS: `release:${ADMIN_TOKEN}`,
    LOG_LEVEL: 'info',
    ...NO_LIMIT,
    ...environment,
  }
  const { child, stop } = start(['--expose-gc', ...preloaded, 'services/src/main.ts'], env, 'pipe')
  const { stdout } = child
  if (!stdout) throw new Error('The services have no output.')
  const line = await untilLine(child, stdout, /"listening"/).catch((cause) => {
    throw new Error('The services did not start.', { cause })
  })
  return {
    url: JSON.parse(line).url,
    pid: child.pid ?? 0,
    async memory() {
      child.send('memory')
      const [memory] = await once(child, 'message')
      return memory
    },
    stop,
  }
}

/**
 * Creates additional projects, because each one has a rate limit.
 * @param {Running} services @param {number} count
 * @returns {Promise<string[]>} their ids
 */
export async function createProjects({ url }, count) {
  const create = async () => {
    const headers = { Authorization: `Bearer ${ADMIN_TOKEN}` }
    const answer = await fetch(`${url}/admin/v1/projects`, { method: 'POST', headers, body: '{}' })
    if (answer.status !== 201) throw new Error(`A project could not be created: ${answer.status}.`)
    /** @type {{ id: string }} */
    const { id } = await answer.json()
    return id
  }
  return Promise.all(Array.from({ length: count }, create))
}
