import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { SOURCES, SOURCES_FILE, sourcesHash } from './build/sources.mjs'
import { devVersion, removeDevVersions } from './devVersion.mjs'
import { runMain } from './main.mjs'
import { rebuildOnChange } from './rebuildOnChange.mjs'
import { remotesIn } from './remotes.mjs'
import { setup } from './setup.mjs'
import { stopOnSignal } from './stopOnSignal.mjs'

/**
 * `npm start`: installs what is missing, builds what is outdated, starts the local stack and runs until Ctrl-C. With
 * `--dev`, source changes trigger a build and reload open pages; with `--dev <remote>` only that remote's changes do,
 * and only it is built. Imports only Node modules until `setup` has run.
 *
 * @typedef {import('./stack.mjs').Stack} Stack
 */

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const DIST = join(ROOT, 'dist')

/** Interval for checking that npm is still running. */
const PARENT_POLL_MS = 500

/** The process ids of npm and the shell in between, at the start. */
const STARTED_BY = ancestors()

/** Checks the file that the build writes last. */
function isBuilt() {
  const file = join(DIST, SOURCES_FILE)
  return existsSync(file) && readFileSync(file, 'utf8').trim() === sourcesHash(ROOT)
}

/** The build that was started last. @type {import('node:child_process').ChildProcess | undefined} */
let running

/**
 * @param {string[]} args
 * @returns {Promise<boolean>} whether it worked; errors are already on the screen
 */
function build(...args) {
  console.log('Building…')
  const child = spawn(process.execPath, [join(ROOT, 'scripts', 'build.mjs'), ...args], { cwd: ROOT, stdio: 'inherit' })
  running = child
  return new Promise((resolve) => child.once('exit', (code) => resolve(code === 0)))
}

/** The last version that was built during development. @type {string | undefined} */
let built

/** Builds a remote as a version of its own, which takes the place of the one before. @param {string} remote */
async function buildDevVersion(remote) {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'remotes', remote, 'package.json'), 'utf8'))
  const version = devVersion(manifest.version, Date.now())
  // The version before stays until the next build, because the index still lists it.
  removeDevVersions(DIST, remote, built)
  built = version
  return build('--only', remote, '--version', version, '--unsigned')
}

/**
 * Builds after each change, and reloads open pages.
 * @param {Stack} stack @param {string} [remote]
 * @returns {() => Promise<void>} ends it, with the build that is running
 */
function buildOnChange(stack, remote) {
  let hasEnded = false
  const folders = (remote ? [join('remotes', remote)] : SOURCES).map((source) => join(ROOT, source))
  const end = rebuildOnChange(folders, async () => {
    if (!(await (remote ? buildDevVersion(remote) : build())) || hasEnded) return
    stack.release()
    stack.reload()
  })
  return () => {
    hasEnded = true
    running?.kill()
    return end()
  }
}

/**
 * Fetches wallet logos in the background, with low priority, once everything is up. Without a network, icons and
 * monograms are shown instead.
 */
function fetchLogos() {
  const child = spawn(process.execPath, [join(ROOT, 'scripts', 'walletLogos.mjs')], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // If the process cannot start, there are no logos.
  child.once('error', () => {})
  if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  return () => child.kill()
}

/** The process ids of our parent and, if available, of its parent. */
function ancestors() {
  try {
    const [, parentOfParent] = readFileSync(`/proc/${process.ppid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return `${process.ppid} ${parentOfParent}`
  } catch {
    return String(process.ppid)
  }
}

/** Prints which of the other chains are up. The first start downloads their software. @param {Stack} stack */
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

/** Prints where the embedded wallet's servers are, or why they are not up. @param {Stack} stack */
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
  const remotePorts = Object.entries(urls.remotes).map(([id, url]) => `${new URL(url).port} ${id}`)
  return [
    row('playground', `${urls.playground}/`),
    row('host', urls.host),
    row('services', `${urls.services}   (admin token in .portico/admin-token)`),
    row(
      'console',
      `${urls.console}/   (for operators; "npm run project -- operators invite <name> releaser" makes a link)`,
    ),
    row('phone', `${urls.phone}/   (a pairing wallet)`),
    row('chain 31337', urls.anvil),
    row('chain 31338', urls.secondAnvil),
    row('remotes', `http://localhost:${remotePorts.join(', ')}`),
  ].join('\n')
}

async function main() {
  const { values, positionals } = parseArgs({ options: { dev: { type: 'boolean' } }, allowPositionals: true })
  const isDev = values.dev === true
  const [remote] = positionals
  if (remote && !existsSync(join(ROOT, 'remotes', remote))) throw new Error(`There is no remotes/${remote}.`)
  setup()
  // A crash may have left some.
  for (const id of remotesIn(ROOT)) removeDevVersions(DIST, id)
  if (!isBuilt() && !(await build())) throw new Error('The build failed.')

  const begin = performance.now()
  const { startStack } = await import('./stack.mjs')
  const { switchRemote } = await import('./switchRemote.mjs')
  const stack = await startStack({ isFresh: isDev })
  const seconds = ((performance.now() - begin) / 1_000).toFixed(1)
  console.log(`\nPortico is up after ${seconds} s; Ctrl-C ends it.\n\n${describe(stack)}\n`)
  const endBuilds = isDev ? buildOnChange(stack, remote) : undefined
  const stopLogos = fetchLogos()
  const stop = async () => {
    // First, because a second Ctrl-C does not wait for the rest.
    await endBuilds?.()
    if (remote) removeDevVersions(DIST, remote)
    stopLogos()
    await stack.stop()
    process.exit()
  }
  stopOnSignal(stop)
  // Published features are off until an operator switches them on.
  if (remote) await switchRemote(stack, remote, true)
  void announceChains(stack)
  void announceWallet(stack)
  // npm sends SIGTERM to the shell in between, which exits without forwarding it; a killed npm notifies no one.
  if (process.env.npm_lifecycle_event) {
    const timer = setInterval(() => {
      if (ancestors() === STARTED_BY) return
      clearInterval(timer)
      stop()
    }, PARENT_POLL_MS)
  }
}

runMain(main)
