/**
 * `npm run bench [-- --runs <n>] [--dist <folder>]`: how long a visitor waits, and what the modal leaves behind, beside a
 * bare React modal in the same run. Exits with 1 when a goal of the design is missed. See docs/guides/performance.md.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { launchBrowser } from './bench/browser.mjs'
import { judge, table } from './bench/goals.mjs'
import { measureLeftovers, measureOpening, VARIANTS } from './bench/measure.mjs'
import { startSite } from './bench/site.mjs'
import { buildAll } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { findFreeOffset, startStack } from './stack.mjs'

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
  }
  console.log('Memory…')
  add(await measureLeftovers(browser, 'floor', site.floor))
  add(await measureLeftovers(browser, 'portico', site.portico('none')))
  return samples
}

async function main() {
  const { values } = parseArgs({ options: { runs: { type: 'string' }, dist: { type: 'string' } } })
  const runs = Number(values.runs ?? DEFAULT_RUNS)
  const executable = ensureChromium()
  if (!executable || !(runs >= 1)) {
    if (executable) console.error('--runs takes a whole number from 1 on.')
    process.exitCode = 1
    return
  }

  const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'))
  /** @type {(() => Promise<unknown>)[]} */
  const undo = []
  try {
    // A build of its own: what others build meanwhile changes nothing here.
    const dist = values.dist ? resolve(values.dist) : join(folder, 'dist')
    if (!values.dist) await buildAll({ out: dist })
    const stack = await startStack({ offset: await findFreeOffset(), dist, dataDir: 'memory://' })
    undo.push(stack.stop)
    mkdirSync(join(folder, 'site'))
    const site = await startSite({ folder: join(folder, 'site'), dist, stack })
    undo.push(site.close)
    const browser = await launchBrowser(executable)
    undo.push(browser.close)

    const load = () => (loadavg()[0] ?? 0).toFixed(1)
    const before = load()
    const rows = judge(await measure(browser, site, runs))
    const missed = rows.filter(({ verdict }) => verdict === 'MISSED')
    const version = browser.version
    console.log(['', ...table(rows), ''].join('\n'))
    console.log(
      `${version}, CPU slowed 4x, 8.1 Mbit/s, 165 ms per request, ${runs} runs; ${availableParallelism()} cores, load ${before} before and ${load()} after.`,
    )
    console.log(missed.length === 0 ? 'Every goal is kept.' : `${missed.length} of the goals are missed.`)
    process.exitCode = missed.length === 0 ? 0 : 1
  } finally {
    for (const stop of undo.reverse()) await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

await main()
