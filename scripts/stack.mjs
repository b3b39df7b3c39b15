import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createPhonePage } from '../apps/phone/server.mjs'
import { createPlayground } from '../host/playground/server.mjs'
import { findIndex, indexIn, writeReleaseIndex } from './build/releaseIndex.mjs'
import { LOCAL_SWAP_ROUTERS } from './build/swapRouters.mjs'
import {
  BITCOIN_CAIP_ID,
  bitcoindUrl,
  EVM_CAIP_IDS,
  LOCAL_AUTH_SECRET,
  LOCAL_EXCHANGE_PAYER,
  LOCAL_ONRAMP_PAYER,
  LOCAL_POOLS,
  LOCAL_PROJECT_ID,
  localPorts,
  localUrl,
  REMOTE_IDS,
  SOLANA_CAIP_ID,
} from './local.mjs'
import { startOtherChains } from './otherChains.mjs'
import { listenLocally, portInUse, serveFiles } from './serve.mjs'
import { prepareEmbeddedWallet, walletUrls } from './stack/embeddedWallet.mjs'
import { startChild, untilHealthy } from './stack/startChild.mjs'

/**
 * @typedef {object} StackOptions
 * @property {number} [offset] shifts all ports
 * @property {(line: string) => void} [log] is called when a part exits by itself
 * @property {string} [dist] the output folder of `scripts/build.mjs`; its files may appear later
 * @property {string} [dataDir] the services' database; `memory://` keeps nothing
 * @property {string} [logDir] the folder for each part's output
 * @property {string} [logLevel] of the services
 * @property {boolean} [isEvmOnly] leaves out the non-EVM chains and the bundler
 * @property {boolean} [hasBundler] false: the embedded wallet's smart accounts cannot act
 * @property {boolean} [isFresh] for development: rebundles the playground's scripts for each request
 *
 * @typedef {object} OwnUrls
 * @property {string} playground
 * @property {string} host
 * @property {string} services
 * @property {string} phone
 * @property {string} anvil
 * @property {string} secondAnvil
 * @property {string} solana its WebSocket is on the next port
 * @property {string} esplora the REST interface of the Bitcoin chain
 * @property {string} bundler of the first EVM chain
 * @property {Record<string, string>} remotes by remote id
 *
 * @typedef {OwnUrls & import('./stack/embeddedWallet.mjs').WalletUrls} StackUrls
 *
 * @typedef {Omit<import('./build/releaseIndex.mjs').IndexOptions, 'dist' | 'remoteUrl'>} Release
 *
 * @typedef {object} Stack
 * @property {StackUrls} urls
 * @property {string} adminToken
 * @property {string} indexFile path of this stack's signed index
 * @property {(release?: Release) => void} release signs the index of the current `dist` for this stack's origins
 * @property {Promise<import('./otherChains.mjs').OtherChains>} chainsReady resolves when the non-EVM chains are up or
 *   have failed
 * @property {Promise<import('./stack/embeddedWallet.mjs').EmbeddedWallet>} walletReady resolves when the embedded
 *   wallet's servers are up or have failed
 * @property {() => void} reload reloads open playground pages, in development
 * @property {() => Promise<void>} stop
 */

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const STATE_FOLDER = join(ROOT, '.portico')
const ADMIN_TOKEN_FILE = join(STATE_FOLDER, 'admin-token')

/** From 2000 on no shifted port is blocked by browsers (the offset 1700 would give 6000). */
const FREE_OFFSETS = { first: 2_000, last: 13_900, step: 100 }

/**
 * Starts the local chains, the services and every origin, and resolves when all of them respond.
 * @param {StackOptions} [options]
 * @returns {Promise<Stack>}
 * @throws Error with one sentence if a port is in use or a part does not start; nothing is left running
 */
export async function startStack({
  offset = Number(process.env.PORT_OFFSET ?? 0),
  log = console.log,
  dist = join(ROOT, 'dist'),
  dataDir = join(STATE_FOLDER, `data-${offset}`),
  logDir = STATE_FOLDER,
  logLevel,
  isEvmOnly = false,
  hasBundler = true,
  isFresh = false,
} = {}) {
  const ports = localPorts(offset)
  await assertPortsFree(ports)
  const adminToken = ensureAdminToken()

  const urls = {
    playground: localUrl(ports.playground),
    host: localUrl(ports.host),
    services: localUrl(ports.services),
    phone: localUrl(ports.phone),
    anvil: localUrl(ports.anvil),
    secondAnvil: localUrl(ports.secondAnvil),
    solana: localUrl(ports.solana),
    esplora: localUrl(ports.esplora),
    bundler: localUrl(ports.bundler),
    ...walletUrls(ports),
    remotes: Object.fromEntries(REMOTE_IDS.map((id) => [id, localUrl(Number(ports.remotes[id]))])),
  }

  // Every remote has its own origin here, so this stack needs its own index over the same files. It starts with the
  // decisions of the build's index; changes while it runs are its own, and do not carry over from earlier runs.
  const indexFolder = join(STATE_FOLDER, `index-${offset}`)
  const indexFile = join(indexFolder, 'release-index.txt')
  rmSync(indexFolder, { recursive: true, force: true })
  /** @param {Release} [options] */
  const release = (options) => {
    writeReleaseIndex({
      previous: findIndex(indexFile) ?? findIndex(indexIn(dist)),
      ...options,
      swapRouters: LOCAL_SWAP_ROUTERS,
      dist,
      to: indexFile,
      ...placesOf(urls),
    })
  }
  if (existsSync(join(dist, 'host'))) release()

  /** @type {(() => Promise<void>)[]} */
  const undo = [async () => rmSync(indexFolder, { recursive: true, force: true })]
  const life = new AbortController()
  let reload = () => {}
  const stop = async () => {
    life.abort()
    await Promise.allSettled(undo.splice(0).map((stopPart) => stopPart()))
  }

  /** @param {string} name @param {string} script @param {NodeJS.ProcessEnv} env */
  function startQuietPart(name, script, env) {
    const child = startChild(script, env, join(logDir, `${name}-${offset}.log`))
    undo.push(child.stop)
    return child
  }

  /** @type {typeof startQuietPart} */
  function startPart(name, script, env) {
    const child = startQuietPart(name, script, env)
    child.ended.then((said) => life.signal.aborted || log(`The ${name} ended unexpectedly. ${said}`))
    return child
  }

  const startChains = () =>
    startPart('chains', 'local/chains/main.ts', {
      EVM_CHAINS: `31337:${ports.anvil},31338:${ports.secondAnvil}`,
    }).ready()

  const wallet = prepareEmbeddedWallet({
    ports,
    dist,
    dataDir,
    ...(logLevel && { logLevel }),
    bundler: isEvmOnly || !hasBundler ? undefined : urls.bundler,
    signal: life.signal,
    log,
    isFree,
    startPart: startQuietPart,
  })

  const startServices = () =>
    untilHealthy(
      `${urls.services}/readyz`,
      startPart('services', 'local/testMoney/main.ts', {
        PORT: String(ports.services),
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        ...(logLevel && { LOG_LEVEL: logLevel }),
        ADMIN_TOKENS: ['read', 'toggle', 'release'].map((scope) => `${scope}:${adminToken}`).join(),
        SEED_PROJECT_ID: LOCAL_PROJECT_ID,
        // The playground is a page on this machine.
        SERVICES_DEVELOPMENT: 'yes',
        RPC_UPSTREAMS: [
          `eip155:31337=${urls.anvil}`,
          `eip155:31338=${urls.secondAnvil}`,
          `${SOLANA_CAIP_ID}=${urls.solana}`,
          `${BITCOIN_CAIP_ID}=${bitcoindUrl(ports.bitcoind)}`,
        ].join(';'),
        ESPLORA_UPSTREAMS: `${BITCOIN_CAIP_ID}=${urls.esplora}`,
        HISTORY_INDEXED_CHAINS: EVM_CAIP_IDS.join(),
        POOLS: EVM_CAIP_IDS.map((id) => `${id}=${LOCAL_POOLS.router},${LOCAL_POOLS.dollar}`).join(';'),
        ONRAMP_SANDBOX_CHAINS: [
          ...EVM_CAIP_IDS.map((id) => `${id}=${LOCAL_ONRAMP_PAYER}`),
          `${SOLANA_CAIP_ID}=${urls.solana}`,
          `${BITCOIN_CAIP_ID}=${urls.esplora}`,
        ].join(';'),
        PAYMENTS_SANDBOX_CHAINS: [
          ...EVM_CAIP_IDS.map((id) => `${id}=${LOCAL_EXCHANGE_PAYER}`),
          `${SOLANA_CAIP_ID}=${urls.solana}`,
        ].join(';'),
        JUPITER_UPSTREAMS: `${SOLANA_CAIP_ID}=${urls.solana}/swap/v1`,
        TOKENS_FILE: join(ROOT, 'local/chains/tokens.json'),
        AUTH_SECRET: LOCAL_AUTH_SECRET,
        ...wallet.servicesEnvironment,
      }),
      'The services',
    )

  const relayUrl = `${urls.services.replace('http', 'ws')}/relay`

  /** @param {Promise<import('./serve.mjs').LocalServer>} starting */
  const serve = async (starting) => {
    const { close } = await starting
    undo.push(close)
  }

  const startPlayground = async () => {
    const playground = createPlayground({
      settings: {
        projectId: LOCAL_PROJECT_ID,
        endpoints: {
          host: urls.host,
          api: urls.services,
          rpc: urls.services,
          relay: relayUrl,
          secureSite: urls.secureSite,
          analytics: urls.services,
        },
        chains: [
          { id: 31337, name: 'Portico Local', rpcUrl: urls.anvil },
          { id: 31338, name: 'Portico Second', rpcUrl: urls.secondAnvil },
        ],
        solana: {
          caipNetworkId: SOLANA_CAIP_ID,
          name: 'Portico Solana',
          rpcUrl: urls.solana,
          socketUrl: localUrl(ports.solanaSocket).replace('http', 'ws'),
          nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
        },
        bitcoin: {
          caipNetworkId: BITCOIN_CAIP_ID,
          name: 'Portico Bitcoin',
          rpcUrl: urls.esplora,
          nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
        },
      },
      remoteOrigins: Object.values(urls.remotes),
      loaderFile: join(dist, 'host', 'portico.js'),
      isFresh,
    })
    undo.push(playground.close)
    reload = playground.built
    await serve(listenLocally(ports.playground, playground.answer))
  }

  const startPhone = () => {
    const { answer } = createPhonePage({
      settings: {
        projectId: LOCAL_PROJECT_ID,
        relayUrl,
        networks: [
          { id: 'eip155:31337', name: 'Portico Local', url: urls.anvil },
          { id: 'eip155:31338', name: 'Portico Second', url: urls.secondAnvil },
          { id: SOLANA_CAIP_ID, name: 'Portico Solana', url: urls.solana },
          { id: BITCOIN_CAIP_ID, name: 'Portico Bitcoin', url: urls.esplora },
        ],
      },
      isFresh,
    })
    return serve(listenLocally(ports.phone, answer))
  }

  /** @param {Promise<unknown>[]} parts */
  const allOf = async (parts) => {
    const failed = (await Promise.allSettled(parts)).find((part) => part.status === 'rejected')
    if (!failed) return
    await stop()
    throw failed.reason
  }

  // Servers first: of two stacks with the same ports, only one gets past this line.
  await allOf([
    startPlayground(),
    startPhone(),
    serve(
      serveFiles({
        root: join(dist, 'host'),
        port: ports.host,
        overlay: indexFolder,
      }),
    ),
    ...REMOTE_IDS.map((id) => serve(serveFiles({ root: join(dist, 'remotes', id), port: Number(ports.remotes[id]) }))),
  ])
  await allOf([startChains(), startServices()])
  const chainsReady = isEvmOnly
    ? Promise.resolve({ solana: false, bitcoin: false, bundler: false, missing: [] })
    : startOtherChains({
        ports,
        hasBundler,
        dataDir: join(STATE_FOLDER, `bitcoin-${offset}`),
        signal: life.signal,
        log,
        isFree,
        startPart: startQuietPart,
      })
  const walletReady = wallet.start()
  return { urls, adminToken, indexFile, chainsReady, walletReady, release, reload: () => reload(), stop }
}

/**
 * The URLs of a stack, as its index names them.
 * @param {StackUrls} urls
 * @returns {Required<Pick<import('./build/releaseIndex.mjs').IndexOptions, 'remoteUrl' | 'deployment'>>}
 */
export const placesOf = ({ host, services, secureSite, authShares, recoveryShares, bundler, remotes }) => ({
  remoteUrl: (id, version) => `${remotes[id]}/${version}/`,
  deployment: {
    audience: [host],
    origins: { code: Object.values(remotes), api: [services], secureSite: [secureSite] },
    connect: [services, authShares, recoveryShares, bundler],
  },
})

/** An offset for which all ports of the stack are free, to run next to others. */
export async function findFreeOffset() {
  const { first, last, step } = FREE_OFFSETS
  const count = (last - first) / step + 1
  // Random, so that simultaneous runs try different offsets.
  const begin = Math.floor(Math.random() * count)
  for (let index = 0; index < count; index++) {
    const offset = first + ((begin + index) % count) * step
    const free = await Promise.all([...portsByPurpose(localPorts(offset)).keys()].map(isFree))
    if (free.every(Boolean)) return offset
  }
  throw new Error(`No offset from ${first} to ${last} leaves all ports free.`)
}

/** @param {ReturnType<typeof localPorts>} ports @returns {Map<number, string>} */
function portsByPurpose({ remotes, ...others }) {
  const ofRemotes = Object.entries(remotes).map(([id, port]) => /** @type {const} */ ([port, `remote ${id}`]))
  const ofOthers = Object.entries(others).map(([name, port]) => /** @type {const} */ ([port, name]))
  return new Map([...ofOthers, ...ofRemotes])
}

/** @param {ReturnType<typeof localPorts>} ports */
async function assertPortsFree(ports) {
  const { playground, host, services, phone, anvil, secondAnvil, remotes } = ports
  const purposes = portsByPurpose(ports)
  for (const port of [playground, host, services, phone, anvil, secondAnvil, ...Object.values(remotes)]) {
    if (!(await isFree(port))) throw portInUse(port, purposes.get(port))
  }
}

/** @param {number} port @returns {Promise<boolean>} */
function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

/** One token for all stacks of this checkout, so that operator commands find it. */
function ensureAdminToken() {
  mkdirSync(STATE_FOLDER, { recursive: true })
  try {
    writeFileSync(ADMIN_TOKEN_FILE, randomBytes(24).toString('hex'), { mode: 0o600, flag: 'wx' })
  } catch {
    // It exists already.
  }
  return readFileSync(ADMIN_TOKEN_FILE, 'utf8')
}
