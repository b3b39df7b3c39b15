import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createConsole } from '../apps/console/server.mjs'
import { createPhonePage } from '../apps/phone/server.mjs'
import { createPlayground } from '../host/playground/server.mjs'
import { findIndex, indexIn, writeReleaseIndex } from './build/releaseIndex.mjs'
import { LOCAL_SWAP_ROUTERS } from './build/swapRouters.mjs'
import { localPorts } from './local.mjs'
import { startOtherChains } from './otherChains.mjs'
import { listenLocally, serveFiles } from './serve.mjs'
import { prepareEmbeddedWallet } from './stack/embeddedWallet.mjs'
import { assertPortsFree } from './stack/ports.mjs'
import { phoneSettings, playgroundSettings, servicesEnvironment, urlsOf } from './stack/settings.mjs'
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
 * @typedef {import('./stack/settings.mjs').StackUrls} StackUrls
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

/**
 * Starts the local chains, the services and every origin, and resolves when all of them respond.
 * @param {StackOptions} [options] @returns {Promise<Stack>}
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
  const urls = urlsOf(ports)
  const index = createOwnIndex(offset, dist, urls)

  const life = new AbortController()
  /** @type {(() => Promise<void>)[]} */
  const undo = [async () => index.remove()]
  const stop = async () => {
    life.abort()
    await Promise.allSettled(undo.splice(0).map((stopPart) => stopPart()))
  }
  /** @param {Promise<unknown>[]} parts */
  const allOf = async (parts) => {
    const failed = (await Promise.allSettled(parts)).find((part) => part.status === 'rejected')
    if (!failed) return
    await stop()
    throw failed.reason
  }

  /** @param {string} name @param {string} script @param {NodeJS.ProcessEnv} env */
  function startPart(name, script, env) {
    const child = startChild(script, env, join(logDir, `${name}-${offset}.log`))
    undo.push(child.stop)
    return child
  }
  /** Starts a part that has to run as long as the stack does. @type {typeof startPart} */
  function startNeeded(name, script, env) {
    const child = startPart(name, script, env)
    child.ended.then((said) => life.signal.aborted || log(`The ${name} ended unexpectedly. ${said}`))
    return child
  }
  /** @param {Promise<import('./serve.mjs').LocalServer>} starting */
  const serve = async (starting) => {
    const { close } = await starting
    undo.push(close)
  }

  const common = { ports, signal: life.signal, log, startPart }
  const wallet = prepareEmbeddedWallet({
    ...common,
    urls,
    dist,
    dataDir,
    ...(logLevel && { logLevel }),
    bundler: isEvmOnly || !hasBundler ? undefined : urls.bundler,
  })
  const playground = createPlayground({
    settings: playgroundSettings(ports, urls),
    remoteOrigins: Object.values(urls.remotes),
    loaderFile: join(dist, 'host', 'portico.js'),
    isFresh,
  })
  undo.push(playground.close)

  // Servers first: of two stacks with the same ports, only one gets past this line.
  await allOf([
    serve(listenLocally(ports.playground, playground.answer)),
    serve(listenLocally(ports.console, createConsole({ services: urls.services, isFresh }).answer)),
    serve(listenLocally(ports.phone, createPhonePage({ settings: phoneSettings(urls), isFresh }).answer)),
    serve(serveFiles({ root: join(dist, 'host'), port: ports.host, overlay: index.folder })),
    ...Object.entries(ports.remotes).map(([id, port]) => serve(serveFiles({ root: join(dist, 'remotes', id), port }))),
  ])
  const chains = { EVM_CHAINS: `31337:${ports.anvil},31338:${ports.secondAnvil}` }
  const services = {
    ...servicesEnvironment({ ports, urls, adminToken }),
    DATA_DIR: dataDir,
    ...(logLevel && { LOG_LEVEL: logLevel }),
    ...wallet.servicesEnvironment,
  }
  await allOf([
    startNeeded('chains', 'local/chains/main.ts', chains).ready(),
    untilHealthy(
      `${urls.services}/readyz`,
      startNeeded('services', 'local/testMoney/main.ts', services),
      'The services',
    ),
  ])
  const chainsReady = isEvmOnly
    ? Promise.resolve({ solana: false, bitcoin: false, bundler: false, missing: [] })
    : startOtherChains({ ...common, hasBundler, dataDir: join(STATE_FOLDER, `bitcoin-${offset}`) })
  const walletReady = wallet.start()
  const { file: indexFile, release } = index
  return { urls, adminToken, indexFile, chainsReady, walletReady, release, reload: playground.built, stop }
}

/**
 * Every remote has its own origin here, so a stack needs its own index for the same files. The index starts with the
 * decisions of the build's index. Changes during a run stay in the stack's index, and the next run starts without them.
 * @param {number} offset @param {string} dist @param {StackUrls} urls
 */
function createOwnIndex(offset, dist, urls) {
  const folder = join(STATE_FOLDER, `index-${offset}`)
  const file = join(folder, 'release-index.txt')
  const remove = () => rmSync(folder, { recursive: true, force: true })
  /** @param {Release} [options] */
  const release = (options) => {
    writeReleaseIndex({
      previous: findIndex(file) ?? findIndex(indexIn(dist)),
      ...options,
      swapRouters: LOCAL_SWAP_ROUTERS,
      dist,
      to: file,
      ...placesOf(urls),
    })
  }
  remove()
  if (existsSync(join(dist, 'host'))) release()
  return { folder, file, release, remove }
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

/** One token for all stacks of this checkout, so that operator commands find it. */
function ensureAdminToken() {
  mkdirSync(STATE_FOLDER, { recursive: true })
  try {
    writeFileSync(ADMIN_TOKEN_FILE, randomBytes(24).toString('hex'), { mode: 0o600, flag: 'wx' })
  } catch {
    // The file exists already.
  }
  return readFileSync(ADMIN_TOKEN_FILE, 'utf8')
}
