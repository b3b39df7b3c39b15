/**
 * `npm run bench [-- --runs <n>] [--dist <folder>]`: how long a visitor waits, and what the modal leaves behind, beside a
 * bare React modal in the same run. `npm run bench -- services`: how the services bear load. Exits with 1 when a goal of
 * the design is missed. See docs/guides/performance.md.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { launchBrowser } from './bench/browser.mjs'
import { judge, table } from './bench/goals.mjs'
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
import { findFreeOffset, startStack } from './stack.mjs'
import { createProject, switchRemote } from './switchRemote.mjs'

/** @typedef {import('./bench/site.mjs').Site} Site */

const DEFAULT_RUNS = 5

/**
 * @param {import('./bench/browser.mjs').Browser} browser
 * @param {Site} site
 * @param {number} runs
 */
async function measure(browser, site, runs) {
  /** @type {Record<string, number[]>} */
  const samples = {}
  const add = (/** @type {Record<string, number>} */ values) => {
    for (const [id, value] of Object.entries(values)) {
      samples[id] ??= []
      samples[id].push(value)
    }
  }
  // The first visit of a browser, and the first request for a file, are slower than any other.
  for (const variant of VARIANTS) await measureOpening(browser, site, variant)
  for (let run = 1; run <= runs; run++) {
    console.log(`Run ${run} of ${runs}…`)
    // All products in turn, so that a slow minute of the machine is slow for all of them.
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
  return samples
}

async function main() {
  const { values, positionals } = parseArgs({
    options: { runs: { type: 'string' }, dist: { type: 'string' } },
    allowPositionals: true,
  })
  if (positionals[0] === 'services') {
    process.exitCode = (await benchServices()) ? 0 : 1
    return
  }
  const runs = Number(values.runs ?? DEFAULT_RUNS)
  if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs takes a whole number from 1 on.')
  if (values.dist && !existsSync(join(values.dist, 'host/portico.js'))) throw new Error(`${values.dist} is no build.`)
  const executable = await ensureChromium()
  if (!executable) throw new Error('Without Chromium there is nothing to measure.')

  const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'))
  /** @type {(() => Promise<unknown>)[]} */
  const undo = []
  try {
    // A build of its own: what others build meanwhile changes nothing here.
    const dist = values.dist ? resolve(values.dist) : join(folder, 'dist')
    if (!values.dist) await buildAll({ out: dist })
    const stack = await startStack({
      offset: await findFreeOffset(),
      dist,
      dataDir: 'memory://',
      isEvmOnly: true,
      hasBundler: false,
    })
    undo.push(stack.stop)
    // They are measured by themselves.
    await createProject(stack, WALLET_PROJECT_ID)
    for (const remote of ['email', 'socials']) await switchRemote(stack, remote, false)
    mkdirSync(join(folder, 'site'))
    const site = await startSite({ folder: join(folder, 'site'), dist, stack })
    undo.push(site.close)
    const browser = await launchBrowser(executable, join(folder, 'profile'))
    undo.push(browser.close)

    const load = () => (loadavg()[0] ?? 0).toFixed(1)
    const before = load()
    const samples = await measure(browser, site, runs)
    console.log('Signing up…')
    const { missing } = await stack.walletReady
    if (missing.length > 0) throw new Error(missing.join(' '))
    const signedUp = await measureLogin(executable, stack, WALLET_PROJECT_ID, runs)
    const rows = judge({ ...samples, 'login.account': signedUp })
    const missed = rows.filter(({ verdict }) => verdict === 'MISSED')
    console.log(['', ...table(rows), ''].join('\n'))
    console.log(
      `${browser.version}, CPU slowed 4x, 8.1 Mbit/s, 165 ms per request, ${runs} runs; ${availableParallelism()} cores, load ${before} before and ${load()} after.`,
    )
    console.log(missed.length === 0 ? 'Every goal is kept.' : `Goals missed: ${missed.length}.`)
    process.exitCode = missed.length === 0 ? 0 : 1
  } finally {
    for (const stop of undo.reverse()) await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
