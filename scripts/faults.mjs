import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FAULTS } from '../tests/faults/faults.mjs'
import { ensureDatabaseTemplate } from './databaseTemplate.mjs'

/**
 * Shows that the tests notice faults: `npm run faults [-- <text>…]` puts each fault of `tests/faults` whose file contains one of
 * the texts into the checkout, runs its tests, and takes it out again. The last line is `N caught, N missed`; a missed fault ends
 * it with 1. A fault is caught only when a test ran and failed: code that does not even load proves nothing.
 *
 * @typedef {import('../tests/faults/faults.mjs').Fault} Fault
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** The file with the tests of a fault. @param {Fault} fault @param {string} [root] */
export function testOf({ file, test }, root = ROOT) {
  if (test) return test
  const base = file.replace(/\.tsx?$/, '')
  return ['.test.ts', '.test.tsx'].map((ending) => base + ending).find((path) => existsSync(join(root, path)))
}

/**
 * The file with the fault in it.
 *
 * @param {string} text
 * @param {Pick<Fault, 'from' | 'to'>} fault
 * @throws Error when the text to be replaced does not stand there exactly once
 */
export function withFault(text, { from, to }) {
  const parts = text.split(from)
  if (parts.length !== 2) throw new Error(`stands there ${parts.length - 1} times: ${from}`)
  return parts.join(to)
}

/** @param {string} test */
function projectOf(test) {
  return /^tests\/(contract|browser|long)\//.exec(test)?.[1] ?? 'unit'
}

/**
 * @param {readonly string[]} tests of one project
 * @returns {{ ran: number, failed: number }}
 */
function run(tests) {
  const folder = mkdtempSync(join(tmpdir(), 'portico-fault-'))
  const results = join(folder, 'results.json')
  try {
    const options = [
      '--selectProjects',
      projectOf(tests[0] ?? ''),
      '--ci',
      '--silent',
      '--json',
      `--outputFile=${results}`,
    ]
    spawnSync(join(ROOT, 'node_modules/.bin/jest'), [...options, '--runTestsByPath', ...tests], {
      cwd: ROOT,
      env: { ...process.env, PORTICO_WITHOUT_STACK: '1' },
      stdio: 'ignore',
    })
    if (!existsSync(results)) return { ran: 0, failed: 0 }
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(results, 'utf8'))
    return { ran: numPassedTests + numFailedTests, failed: numFailedTests }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Whether the checkout's file is the committed one: only then a run that is cut off loses nothing. @param {string} file */
const isCommitted = (file) => spawnSync('git', ['diff', '--quiet', 'HEAD', '--', file], { cwd: ROOT }).status === 0

/** @param {Fault} fault */
function isCaught(fault) {
  const path = join(ROOT, fault.file)
  const own = readFileSync(path, 'utf8')
  const putBack = () => writeFileSync(path, own)
  const stop = () => {
    putBack()
    process.exit(130)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop)
  try {
    writeFileSync(path, withFault(own, fault))
    return run([/** @type {string} */ (testOf(fault))]).failed > 0
  } finally {
    putBack()
    for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, stop)
  }
}

async function main() {
  const texts = process.argv.slice(2)
  const chosen = FAULTS.filter(({ file }) => !texts.length || texts.some((text) => file.includes(text)))
  const dirty = [...new Set(chosen.map(({ file }) => file))].filter((file) => !isCommitted(file))
  if (dirty.length) throw new Error(`Commit these first: ${dirty.join(', ')}`)
  process.env.PGLITE_TEMPLATE ??= await ensureDatabaseTemplate()
  const tests = [...new Set(chosen.map((fault) => /** @type {string} */ (testOf(fault))))]
  for (const project of new Set(tests.map(projectOf))) {
    const { ran, failed } = run(tests.filter((test) => projectOf(test) === project))
    if (!ran || failed)
      throw new Error(`Without any fault ${failed} of ${ran} tests fail (${project}): mend them first.`)
  }
  let missed = 0
  for (const fault of chosen) {
    const caught = isCaught(fault)
    if (!caught) missed++
    console.log(`${caught ? 'caught' : 'MISSED'}  ${fault.file}: ${fault.from} → ${fault.to || 'nothing'}`)
  }
  console.log(`\n${chosen.length - missed} caught, ${missed} missed`)
  process.exitCode = missed ? 1 : 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main().catch((error) => {
    console.error(error.message)
    process.exitCode = 1
  })
}
