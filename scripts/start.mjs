import { spawn } from 'node:child_process'
import { existsSync, readFileSync, watch } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { isSource, SOURCES, SOURCES_FILE, sourcesHash } from './build/sources.mjs'
import { REMOTE_IDS } from './local.mjs'
import { setup } from './setup.mjs'

/**
 * `npm start`: installs what is missing, builds what is out of date, starts the local stack and stays up until Ctrl-C.
 * With `--dev` a change of the sources builds again, and open pages are loaded again; with `--dev <remote>` a change of that
 * remote, which alone is built. Imports nothing but Node until `setup` has run.
 *
 * @typedef {import('./stack.mjs').Stack} Stack
 */

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

/** An editor writes a file in several steps, and a formatter after it. */
const QUIET_MS = 100

/** How often we look whether npm is still there. */
const PARENT_POLL_MS = 500

/** npm and the shell that it puts in between, as they were when we began. */
const STARTED_BY = ancestors()

/** The build writes it last. */
function isBuilt() {
  const file = join(ROOT, 'dist', SOURCES_FILE)
  return existsSync(file) && readFileSync(file, 'utf8').trim() === sourcesHash(ROOT)
}

/** @param {string} [remote] which alone is built @returns {Promise<boolean>} whether it worked; what did not is on the screen already */
function build(remote) {
  console.log('Building…')
  const args = [join(ROOT, 'scripts', 'build.mjs'), ...(remote ? ['--only', remote] : [])]
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' })
  return new Promise((resolve) => child.once('exit', (code) => resolve(code === 0)))
}

/**
 * Builds again after each change; changes during a build are built together after it.
 * @param {Stack} stack
 * @param {string} [remote]
 */
function buildOnChange(stack, remote) {
  let isWanted = false
  let isBuilding = false
  /** @type {NodeJS.Timeout | undefined} */
  let quiet

  async function rebuild() {
    if (isBuilding) return
    isBuilding = true
    while (isWanted) {
      isWanted = false
      if (!(await build(remote))) continue
      stack.release()
      stack.reload()
    }
    isBuilding = false
  }

  for (const source of remote ? [join('remotes', remote)] : SOURCES) {
    watch(join(ROOT, source), { recursive: true }, (_, file) => {
      if (file && !isSource(file)) return
      isWanted = true
      clearTimeout(quiet)
      quiet = setTimeout(rebuild, QUIET_MS)
    })
  }
}

/**
 * The logos of wallets come while everything is up already, after whatever the machine has to do first. Without a network
 * there are icons and monograms in their place.
 */
function fetchLogos() {
  const child = spawn(process.execPath, [join(ROOT, 'scripts', 'walletLogos.mjs')], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // Without a process there are no logos, and no more to say about it.
  child.once('error', () => {})
  if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  return () => child.kill()
}

/** The ids of our parent and, where the system tells, of its parent. */
function ancestors() {
  try {
    const [, parentOfParent] = readFileSync(`/proc/${process.ppid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return `${process.ppid} ${parentOfParent}`
  } catch {
    return String(process.ppid)
  }
}

/**
 * Says which of the other chains are there. The first start fetches what they run on.
 * @param {Stack} stack
 */
async function announceChains({ urls, chainsReady }) {
  const { solana, bitcoin, bundler, missing } = await chainsReady
  const lines = [
    ...(solana ? [row('solana', urls.solana)] : []),
    ...(bitcoin ? [row('bitcoin', `${urls.esplora}   (as Esplora)`)] : []),
    ...(bundler ? [row('bundler', urls.bundler)] : []),
    ...missing,
  ]
  if (lines.length) console.log(`${lines.join('\n')}\n`)
}

/**
 * Says where the embedded wallet's servers are, or why they are not.
 * @param {Stack} stack
 */
async function announceWallet({ urls, walletReady }) {
  const { isUp, missing } = await walletReady
  const lines = isUp
    ? [row('secure site', urls.secureSite), row('mailbox', `${urls.mailbox}/   (all mail that is sent)`)]
    : missing
  if (lines.length) console.log(`${lines.join('\n')}\n`)
}

const row = (/** @type {string} */ name, /** @type {string} */ address) => `  ${name.padEnd(13)}${address}`

/** @param {Stack} stack */
function describe({ urls }) {
  const remotePorts = REMOTE_IDS.map((id) => `${new URL(urls.remotes[id] ?? '').port} ${id}`)
  return [
    ['playground', `${urls.playground}/`],
    ['host', urls.host],
    ['services', `${urls.services}   (admin token in .portico/admin-token)`],
    ['phone', `${urls.phone}/   (a pairing wallet)`],
    ['chain 31337', urls.anvil],
    ['chain 31338', urls.secondAnvil],
    ['remotes', `http://localhost:${remotePorts.join(', ')}`],
  ]
    .map(([name = '', address = '']) => row(name, address))
    .join('\n')
}

async function main() {
  const { values, positionals } = parseArgs({ options: { dev: { type: 'boolean' } }, allowPositionals: true })
  const isDev = values.dev === true
  const [remote] = positionals
  if (remote && !existsSync(join(ROOT, 'remotes', remote))) throw new Error(`There is no remotes/${remote}.`)
  setup()
  if (!isBuilt() && !(await build())) throw new Error('The build failed.')

  const begin = performance.now()
  const { startStack } = await import('./stack.mjs')
  const stack = await startStack({ isFresh: isDev })
  const seconds = ((performance.now() - begin) / 1_000).toFixed(1)
  console.log(`\nPortico is up after ${seconds} s; Ctrl-C ends it.\n\n${describe(stack)}\n`)
  if (isDev) buildOnChange(stack, remote)
  void announceChains(stack)
  void announceWallet(stack)
  const stopLogos = fetchLogos()

  const stop = async () => {
    stopLogos()
    await stack.stop()
    process.exit()
  }
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.once(signal, stop)
  // npm hands SIGTERM to the shell in between, which ends without a word to us; a killed npm tells nobody.
  if (process.env.npm_lifecycle_event) {
    const timer = setInterval(() => {
      if (ancestors() === STARTED_BY) return
      clearInterval(timer)
      stop()
    }, PARENT_POLL_MS)
  }
}

main().catch((error) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
