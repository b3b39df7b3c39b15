import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FAULTS } from '../tests/faults/faults.mjs'
import { ensureDatabaseTemplate } from './databaseTemplate.mjs'
import { isMain, runMain } from './main.mjs'
import { projectOf } from './namedTests.mjs'

/**
 * Checks that the tests catch faults: `npm run faults [-- <text>…]` puts each fault of `tests/faults` whose file path
 * contains one of the texts into a copy of the checkout, runs its tests there, and reverts it. The last line is `N
 * caught, N missed`; a missed fault exits with 1. A fault only counts as caught if a test ran and failed: code that
 * does not load proves nothing.
 *
 * @typedef {import('../tests/faults/faults.mjs').Fault} Fault
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** The test file of a fault. @param {Fault} fault @param {string} [root] */
export function testOf({ file, test }, root = ROOT) {
  if (test) return test
  const base = file.replace(/\.tsx?$/, '')
  return ['.test.ts', '.test.tsx'].map((ending) => base + ending).find((path) => existsSync(join(root, path)))
}

/**
 * Applies a fault to a file's text.
 * @param {string} text @param {Pick<Fault, 'from' | 'to'>} fault
 * @throws Error if the text to replace does not occur exactly once
 */
export function withFault(text, { from, to }) {
  const parts = text.split(from)
  if (parts.length !== 2) throw new Error(`stands there ${parts.length - 1} times: ${from}`)
  return parts.join(to)
}

/** Test runs that take longer are treated as hanging. */
const LIMIT_MS = 120_000

/** @param {string} copy @param {readonly string[]} tests of one project @returns {{ ran: number, failed: number }} */
function run(copy, tests) {
  const folder = mkdtempSync(join(tmpdir(), 'portico-fault-'))
  const results = join(folder, 'results.json')
  try {
    const project = projectOf(tests[0] ?? '')
    const options = ['--selectProjects', project, '--ci', '--silent', '--json', `--outputFile=${results}`]
    const { signal } = spawnSync(join(copy, 'node_modules/.bin/jest'), [...options, '--runTestsByPath', ...tests], {
      cwd: copy,
      env: { ...process.env, PORTICO_WITHOUT_STACK: '1' },
      stdio: 'ignore',
      timeout: LIMIT_MS,
      killSignal: 'SIGKILL',
    })
    if (signal) return { ran: 1, failed: 1 }
    if (!existsSync(results)) return { ran: 0, failed: 0 }
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(results, 'utf8'))
    return { ran: numPassedTests + numFailedTests, failed: numFailedTests }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * Copies the checkout, sharing its installed packages, so that no fault can be left behind here.
 * @returns {string} its folder
 */
function copyCheckout() {
  const copy = mkdtempSync(join(tmpdir(), 'portico-faults-'))
  const listed = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
  const files = listed.stdout.split('\n').filter((file) => file && existsSync(join(ROOT, file)))
  for (const file of files) {
    mkdirSync(join(copy, dirname(file)), { recursive: true })
    copyFileSync(join(ROOT, file), join(copy, file))
  }
  const folders = new Set(files.filter((file) => file.endsWith('package.json')).map(dirname))
  for (const folder of folders) linkPackages(join(ROOT, folder, 'node_modules'), join(copy, folder, 'node_modules'))
  return copy
}

/**
 * The repository's own packages are relative links, which in the copy point to the copy.
 * @param {string} from @param {string} to
 */
function linkPackages(from, to) {
  if (!existsSync(from)) return
  for (const name of readdirSync(from)) {
    if (name !== '@portico') {
      mkdirSync(to, { recursive: true })
      symlinkSync(join(from, name), join(to, name))
      continue
    }
    mkdirSync(join(to, name), { recursive: true })
    for (const own of readdirSync(join(from, name)))
      symlinkSync(readlinkSync(join(from, name, own)), join(to, name, own))
  }
}

/** @param {Fault} fault @param {string} copy */
function isCaught(fault, copy) {
  const path = join(copy, fault.file)
  const own = readFileSync(path, 'utf8')
  writeFileSync(path, withFault(own, fault))
  const { failed } = run(copy, [/** @type {string} */ (testOf(fault))])
  writeFileSync(path, own)
  return failed > 0
}

async function main() {
  const texts = process.argv.slice(2)
  const chosen = FAULTS.filter(({ file }) => !texts.length || texts.some((text) => file.includes(text)))
  process.env.PGLITE_TEMPLATE ??= await ensureDatabaseTemplate()
  const copy = copyCheckout()
  process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
  const tests = [...new Set(chosen.map((fault) => /** @type {string} */ (testOf(fault))))]
  for (const project of new Set(tests.map(projectOf))) {
    const ofProject = tests.filter((test) => projectOf(test) === project)
    const { ran, failed } = run(copy, ofProject)
    if (!ran || failed)
      throw new Error(`Without any fault ${failed} of ${ran} tests fail (${project}): mend them first.`)
  }
  let missed = 0
  for (const fault of chosen) {
    const caught = isCaught(fault, copy)
    if (!caught) missed++
    console.log(`${caught ? 'caught' : 'MISSED'}  ${fault.file}: ${fault.from} → ${fault.to || 'nothing'}`)
  }
  console.log(`\n${chosen.length - missed} caught, ${missed} missed`)
  process.exitCode = missed ? 1 : 0
}

if (isMain(import.meta.url)) runMain(main)
