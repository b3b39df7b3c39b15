/**
 * `npm run bench [-- --runs <n>] [--dist <folder>]`: measures how long a visitor waits and what the modal leaves
 * behind, next to a bare React modal in the same run. `npm run bench -- openings` runs only that part; `npm run bench
 * -- login` only sign-in by mail and social login; `npm run bench -- services` the services under load. Exits with 1
 * when a goal of the design is missed. See docs/guides/performance.md.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { launchBrowser } from './bench/browser.mjs'
import { startDeployment } from './bench/deployment.mjs'
import { measureFirstOpen } from './bench/firstOpen.mjs'
import { GOALS, judge, LOGIN_GOALS, OPENING_GOALS, table } from './bench/goals.mjs'
import { measureLogin } from './bench/login.mjs'
import {
  measureCode,
  measureLeftovers,
  measureOpening,
  measureScrolling,
  measureWallets,
  VARIANTS,
} from './bench/measure.mjs'
import { benchServices } from './bench/services.mjs'
import { startSite } from './bench/site.mjs'
import { buildAll } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { WALLET_PROJECT_ID } from './local.mjs'
import { runMain } from './main.mjs'
import { remotesInConnect } from './remotes.mjs'
import { findFreeOffset } from './stack/ports.mjs'
import { startStack } from './stack.mjs'
import { createProject, switchRemote } from './switchRemote.mjs'

/** @typedef {import('./bench/site.mjs').Site} Site */

/** Parts that can run alone, with their goals. */
const PARTS = { openings: OPENING_GOALS, login: LOGIN_GOALS }

const DEFAULT_RUNS = 5
/** Enough for a 95th percentile. */
const DEFAULT_SIGN_UPS = 20

/** Stand-ins for the services' answers, the same files that `npm run size` weighs. */
const ANSWERS = fileURLToPath(new URL('../tests/architecture/answers', import.meta.url))

/** Groups values by id, in order. @param {readonly Record<string, number>[]} measured */
function byId(measured) {
  /** @type {Record<string, number[]>} */
  const samples = {}
  for (const [id, value] of measured.flatMap((values) => Object.entries(values))) {
    samples[id] ??= []
    samples[id].push(value)
  }
  return samples
}

/** @param {import('./bench/browser.mjs').Browser} browser @param {Site} site @param {number} runs */
async function measure(browser, site, runs) {
  /** @type {Record<string, number>[]} */
  const measured = []
  const add = (/** @type {Record<string, number>} */ values) => void measured.push(values)
  // A browser's first visit, and the first request for a file, are slower than all later ones.
  for (const variant of VARIANTS) await measureOpening(browser, site, variant)
  for (let run = 1; run <= runs; run++) {
    console.log(`Run ${run} of ${runs}…`)
    // Alternates between products, so that a slow minute of the machine affects all of them.
    for (const variant of VARIANTS) add(await measureOpening(browser, site, variant))
    add(await measureWallets(browser, 'floor', site.floor))
    add(await measureWallets(browser, 'portico', site.portico('idle')))
    add(await measureScrolling(browser, site.portico('intent')))
    add(await measureCode(browser, 'floor.qr', site.floor))
    add(await measureCode(browser, 'qr.prepared', site.portico('idle')))
    add(await measureCode(browser, 'qr.cold', site.portico('none')))
  }
  console.log('Memory…')
  add(await measureLeftovers(browser, 'floor', site.floor))
  add(await measureLeftovers(browser, 'portico', site.portico('none')))
  return byId(measured)
}

/**
 * A missing value counts as a missed goal.
 * @param {string} executable of the browser
 * @param {string} dist @param {number} runs
 */
async function signUps(executable, dist, runs) {
  // Includes everything a new wallet talks to: a bundler for its smart account, and a chain of each family.
  const stack = await startStack({ offset: await findFreeOffset(), dist, dataDir: 'memory://' })
  try {
    await createProject(stack, WALLET_PROJECT_ID)
    const [chains, wallet] = await Promise.all([stack.chainsReady, stack.walletReady])
    if (!chains.solana || !chains.bundler || !wallet.isUp) {
      console.log([...chains.missing, ...wallet.missing, 'Nobody can sign up.'].join(' '))
      return []
    }
    return await measureLogin(executable, stack, WALLET_PROJECT_ID, runs)
  } finally {
    await stack.stop()
  }
}

/**
 * Runs once, because the traffic is the same each time.
 * @param {import('./bench/browser.mjs').Browser} browser @param {Parameters<typeof startDeployment>[0]} options
 */
async function firstOpens(browser, options) {
  const deployment = await startDeployment(options)
  try {
    return byId([await measureFirstOpen(browser, deployment)])
  } finally {
    await deployment.close()
  }
}

/**
 * @param {import('./bench/browser.mjs').Browser} browser
 * @param {string} folder an empty folder for this run
 * @param {string} dist @param {number} runs
 */
async function openings(browser, folder, dist, runs) {
  const stack = await startStack({
    offset: await findFreeOffset(),
    dist,
    dataDir: 'memory://',
    isEvmOnly: true,
    hasBundler: false,
  })
  try {
    // Login is measured separately.
    for (const remote of remotesInConnect(dist)) await switchRemote(stack, remote, false)
    const site = await startSite({ folder, dist, stack })
    try {
      return await measure(browser, site, runs)
    } finally {
      await site.close()
    }
  } finally {
    await stack.stop()
  }
}

async function main() {
  const { values, positionals } = parseArgs({
    options: { runs: { type: 'string' }, dist: { type: 'string' } },
    allowPositionals: true,
  })
  const [part] = positionals
  if (part === 'services') {
    process.exitCode = (await benchServices()) ? 0 : 1
    return
  }
  if (part !== undefined && !Object.hasOwn(PARTS, part)) {
    throw new Error(`There is no part ${part}: openings, login, services, or nothing.`)
  }
  const goals = PARTS[/** @type {keyof typeof PARTS} */ (part)] ?? GOALS
  const given = values.runs === undefined ? undefined : Number(values.runs)
  if (given !== undefined && (!Number.isInteger(given) || given < 1)) {
    throw new Error('--runs takes a whole number from 1 on.')
  }
  if (values.dist && !existsSync(join(values.dist, 'host/portico.js'))) throw new Error(`${values.dist} is no build.`)
  const executable = await ensureChromium()
  if (!executable) throw new Error('Without Chromium there is nothing to measure.')

  const runs = { openings: given ?? DEFAULT_RUNS, signUps: given ?? DEFAULT_SIGN_UPS }
  const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'))
  const own = (/** @type {string} */ name) => {
    mkdirSync(join(folder, name))
    return join(folder, name)
  }
  /** @type {import('./bench/browser.mjs').Browser | undefined} */
  let browser
  try {
    // A separate build, so that other builds cannot interfere.
    const dist = values.dist ? resolve(values.dist) : join(folder, 'dist')
    if (!values.dist) await buildAll({ out: dist })
    browser = await launchBrowser(executable, join(folder, 'profile'))

    const load = () => (loadavg()[0] ?? 0).toFixed(1)
    const before = load()
    /** @type {Record<string, number[]>} */
    const samples = {}
    if (part !== 'login') Object.assign(samples, await openings(browser, own('site'), dist, runs.openings))
    if (part !== 'openings') {
      console.log('What travels…')
      Object.assign(samples, await firstOpens(browser, { folder: own('deployment'), dist, answers: ANSWERS }))
      console.log('Signing up…')
      samples['login.account'] = await signUps(executable, dist, runs.signUps)
    }
    const rows = judge(samples, goals)
    const missed = rows.filter(({ verdict }) => verdict === 'MISSED')
    console.log(['', ...table(rows), ''].join('\n'))
    console.log(
      [
        `${browser.version};`,
        ...(part === 'login' ? [] : [`CPU slowed 4x, 8.1 Mbit/s, 165 ms per request, ${runs.openings} runs;`]),
        ...(part === 'openings' ? [] : [`signing up: unslowed, ${runs.signUps} runs;`]),
        `${availableParallelism()} cores, load ${before} before and ${load()} after.`,
      ].join(' '),
    )
    console.log(missed.length === 0 ? 'Every goal is kept.' : `Goals missed: ${missed.length}.`)
    process.exitCode = missed.length === 0 ? 0 : 1
  } finally {
    await browser?.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

runMain(main)
