import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureTestChromium } from './chromium.mjs'
import { ensureDatabaseTemplate } from './databaseTemplate.mjs'
import { isMain } from './main.mjs'
import { readNamed, unproven } from './namedTests.mjs'
import { PROJECTS, startServers, testsOfStores } from './servers.mjs'
import { beginProfile, beginStep, writeProfile } from './testProfile.mjs'

/**
 * Runs the tests: `node scripts/test.mjs [--profile] [check|full|rest|<step> [jest arguments]]`; without a name, the
 * steps of `npm test`. The last line is `N passed, N failed, N skipped`. `--profile` writes where the time went to
 * `.portico/profile.md`.
 *
 * @typedef {import('./namedTests.mjs').Ran} Ran
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {Counts & { ran?: readonly Ran[], troubles?: readonly string[] }} Result `ran`: all tests of a jest step;
 *   `troubles`: lines that the summary repeats
 * @typedef {{ title: string, status: string, invocations?: number }} TestResult
 * @typedef {{ status?: string | undefined, assertionResults: TestResult[] }} Suite
 * @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number }} JestCounts
 * @typedef {JestCounts & { testResults: (Suite & { name: string })[] }} JestResults
 * @typedef {{ needs?: string, run: (args: string[]) => Promise<Result> }} Step
 * @typedef {{ name: string, result: string, counts: Counts, seconds: number, idleMs?: number, ran?: readonly Ran[], troubles?: readonly string[] }} Outcome
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Types, lint and size count as one test each. @type {(exitCode: number) => Counts} */
const asOneTest = (exitCode) => ({ passed: exitCode === 0 ? 1 : 0, failed: exitCode === 0 ? 0 : 1, skipped: 0 })

/** A successful build is not counted as a test; a failed one is a failure. @type {(exitCode: number) => Counts} */
const asPreparation = (exitCode) => ({ passed: 0, failed: exitCode === 0 ? 0 : 1, skipped: 0 })

/** Jest's `--json` results, if it has written them. @param {string} file @returns {JestResults | undefined} */
const readResults = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)

/** @param {string} root @param {string} path */
const pathWithin = (root, path) => relative(root, path).split(sep).join('/')

/** Whether a file failed without a failed test: it could not run, or its cleanup failed. @param {Suite} suite */
const hasCrashed = ({ status, assertionResults }) =>
  status === 'failed' && !assertionResults.some((test) => test.status === 'failed')

/**
 * Counts jest's `--json` results without losing failures: a file that could not run, an exit code without a failed
 * test, and a run without any test count as failures, too.
 * @param {string} file @param {number} exitCode @param {boolean} [onlyCounting] @returns {Counts}
 */
export function countsOf(file, exitCode, onlyCounting = false) {
  const results = readResults(file)
  if (!results) return { passed: 0, failed: 1, skipped: 0 }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = results
  const crashed = testResults.filter(hasCrashed).length
  const skipped = numPendingTests + numTodoTests
  const executed = numPassedTests + numFailedTests + (onlyCounting ? skipped : 0)
  const failed = numFailedTests + crashed
  return { passed: numPassedTests, failed: failed || (exitCode === 0 && executed > 0 ? 0 : 1), skipped }
}

/**
 * All tests in jest's `--json` results, by file and title.
 * @param {string} file @param {string} [root] @returns {Ran[]}
 */
export function ranIn(file, root = ROOT) {
  return (readResults(file)?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, status }) => ({ file: pathWithin(root, name), title, status })),
  )
}

/**
 * Tests that failed or only passed on retry, and files that could not run, one line each. The summary repeats them, so
 * that the end of a long output says what to look at.
 * @param {string} file @param {string} [root] @returns {string[]}
 */
export function troubles(file, root = ROOT) {
  return (readResults(file)?.testResults ?? []).flatMap(({ name, status, assertionResults }) => {
    const path = pathWithin(root, name)
    const ofTests = assertionResults.flatMap(({ title, status, invocations = 1 }) => {
      if (status === 'failed') return [`Failed: ${path}: ${title}`]
      return status === 'passed' && invocations > 1 ? [`Passed at the second attempt: ${path}: ${title}`] : []
    })
    return hasCrashed({ status, assertionResults }) ? [...ofTests, `Failed: ${path}: the file itself`] : ofTests
  })
}

/**
 * Checks that the tests named in documents have run, for fully run steps of a plan. Prints each test that has not
 * passed.
 * @param {readonly Outcome[]} outcomes @param {readonly import('./namedTests.mjs').NamedIn[]} named
 * @returns {Outcome}
 */
export function checkNamed(outcomes, named) {
  const projects = outcomes.flatMap(({ name, ran }) => (ran ? [name] : []))
  const ran = outcomes.flatMap((outcome) => outcome.ran ?? [])
  const { missing, skipped } = unproven(named, ran, projects)
  for (const sentence of [...missing, ...skipped]) console.log(sentence)
  const result = missing.length
    ? `${missing.length} not shown`
    : skipped.length
      ? `${skipped.length} skipped`
      : 'passed'
  // Skipped tests are already counted in their step.
  const counts = { passed: missing.length ? 0 : 1, failed: missing.length, skipped: 0 }
  return { name: 'named tests', result, counts, seconds: 0 }
}

/**
 * Runs the steps in order. A step whose preparation failed is skipped and counts as failed.
 * @param {readonly string[]} names @param {Readonly<Record<string, Step>>} steps @param {string[]} [args]
 * @returns {Promise<Outcome[]>}
 */
export async function runSteps(names, steps, args = []) {
  /** @type {Outcome[]} */
  const outcomes = []
  for (const name of names) {
    const { needs, run } = /** @type {Step} */ (steps[name])
    if (outcomes.some((outcome) => outcome.name === needs && outcome.counts.failed > 0)) {
      outcomes.push({ name, result: `not run: ${needs} failed`, counts: asOneTest(1), seconds: 0 })
      continue
    }
    console.log(`\n── ${name} ${'─'.repeat(60 - name.length)}`)
    const end = beginStep()
    const { ran, troubles, ...counts } = await run(args)
    const { wallMs, idleMs } = end(name)
    const { passed, failed, skipped } = counts
    const result = failed ? `${failed} failed` : passed || !skipped ? 'passed' : `${skipped} skipped`
    outcomes.push({
      name,
      result,
      counts,
      seconds: wallMs / 1000,
      idleMs,
      ...(ran && { ran }),
      ...(troubles && { troubles }),
    })
  }
  return outcomes
}

/** @param {readonly Outcome[]} outcomes */
export function summary(outcomes) {
  const total = { passed: 0, failed: 0, skipped: 0 }
  const rows = outcomes.map(({ name, result, counts, seconds }) => {
    total.passed += counts.passed
    total.failed += counts.failed
    total.skipped += counts.skipped
    return `${name.padEnd(14)}${result.padEnd(28)}${seconds.toFixed(1).padStart(8)} s`
  })
  const said = outcomes.flatMap(({ troubles = [] }) => troubles)
  return {
    ...total,
    lines: [
      ...said,
      ...(said.length ? [''] : []),
      ...rows,
      '',
      `${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`,
    ],
  }
}

/** A run that has written its results must exit within this, or it has left something open. */
const PATIENCE_MS = 15_000

/**
 * @param {string} command @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, results?: string }} [options] `results`: the file written when a run is done
 * @returns {Promise<number>} the exit code
 */
const run = (command, args, { env = {}, results } = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const watch = results ? endWhenDone(child, results) : undefined
    child.once('error', (error) => {
      console.error(`${command}: ${error.message}`)
      resolve(1)
    })
    child.once('close', (code) => {
      clearInterval(watch)
      resolve(code ?? 1)
    })
  })

/** Stops a jest run that a leaked server or timer would keep alive forever. */
function endWhenDone(/** @type {import('node:child_process').ChildProcess} */ child, /** @type {string} */ results) {
  let doneAt = 0
  return setInterval(() => {
    if (!existsSync(results)) return
    doneAt ||= performance.now()
    if (performance.now() - doneAt < PATIENCE_MS) return
    console.error('The tests are done, but something that one of them started still runs: this counts as a failure.')
    child.kill()
  }, 1_000)
}

/** The seed of property tests: the commit, if there is one. See tests/jest/fastCheck.cjs. @param {string} root */
export function seedOf(root) {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' })
  // Jest expects a signed 32-bit seed.
  return Number.parseInt(stdout?.slice(0, 7) ?? '', 16) || 1
}

const tool = (/** @type {string} */ name) => join(ROOT, 'node_modules', '.bin', name)

/**
 * @param {string | readonly string[]} projects @param {string[]} args @param {boolean} [onlyCounting]
 * @param {NodeJS.ProcessEnv} [env]
 */
async function jest(projects, args, onlyCounting = false, env = {}) {
  process.env.PGLITE_TEMPLATE ??= await ensureDatabaseTemplate()
  const folder = mkdtempSync(join(tmpdir(), 'portico-test-'))
  const file = join(folder, 'results.json')
  const results = ['--ci', '--json', `--outputFile=${file}`, `--seed=${seedOf(ROOT)}`]
  const options = ['--selectProjects', ...[projects].flat(), ...results, ...args]
  try {
    // The name matches no test: jest then reads every file and reports all its tests as not run.
    if (onlyCounting) options.push('--silent', '--testNamePattern=(?!)')
    const environment = onlyCounting ? { ...env, PORTICO_WITHOUT_STACK: '1' } : env
    const exitCode = await run(tool('jest'), options, { env: environment, results: file })
    return { ...countsOf(file, exitCode, onlyCounting), ran: ranIn(file), troubles: troubles(file) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * Runs the tests of persistence on Postgres and Redis; the tests' own steps run them on the defaults.
 * @param {string[]} args
 */
async function onServers(args) {
  const servers = await startServers()
  if (!servers) console.log('The tests of what is kept on servers are counted as skipped.')
  const options = [...args, '--runTestsByPath', ...testsOfStores(ROOT)]
  try {
    // None of these tests needs a browser or its servers.
    const env = { ...servers?.env, PORTICO_WITHOUT_STACK: '1' }
    // The names of these tests belong to the steps that run them on the defaults.
    const { ran: _, ...counts } = await jest(PROJECTS, options, !servers, env)
    return counts
  } finally {
    await servers?.stop()
  }
}

/** The folder for the services' output in a jest project's stacks. @param {string} project */
const keptOf = (project) => join(ROOT, '.portico', 'kept', project)

/**
 * Runs a project with stacks, keeping all output for `searchSecrets`.
 * @param {string} project @param {string[]} args @param {boolean} [onlyCounting]
 */
function jestKeeping(project, args, onlyCounting) {
  const kept = keptOf(project)
  rmSync(kept, { recursive: true, force: true })
  return jest(project, args, onlyCounting, { PORTICO_KEPT: kept })
}

/**
 * Runs after a project's other tests and counts as one: neither the logs nor the database of its stacks may contain a
 * key, a code, a token or an address that does not belong there.
 * @param {string} project @returns {Promise<Counts>}
 */
async function searchSecrets(project) {
  const kept = keptOf(project)
  if (!existsSync(kept)) {
    console.log('No stack has kept anything: the search for secrets is counted as skipped.')
    return { passed: 0, failed: 0, skipped: 1 }
  }
  const exitCode = await run(process.execPath, ['--import', 'tsx', join('tests', 'secrets', 'main.ts'), kept])
  if (exitCode === 0) rmSync(kept, { recursive: true })
  return asOneTest(exitCode)
}

const script = (/** @type {string} */ name) => run(process.execPath, [join('scripts', name)])

/** @type {Readonly<Record<string, Step>>} */
const STEPS = {
  types: { run: async () => asOneTest(await run(tool('tsc'), ['-p', '.'])) },
  lint: { run: async () => asOneTest(await run(tool('biome'), ['check', '.'])) },
  unused: { run: async () => asOneTest(await run(tool('knip'), ['--no-progress'])) },
  architecture: { run: (args) => jest('architecture', args) },
  unit: { run: (args) => jest('unit', args) },
  contract: { run: (args) => jest('contract', args) },
  build: { run: async () => asPreparation(await script('build.mjs')) },
  size: { needs: 'build', run: async () => asOneTest(await script('size.mjs')) },
  browser: {
    needs: 'build',
    async run(args) {
      const withoutBrowser = ensureTestChromium() === undefined
      if (withoutBrowser) console.log('There is no Chromium: the browser tests are counted as skipped.')
      return jestKeeping('browser', args, withoutBrowser)
    },
  },
  secrets: { run: () => searchSecrets('browser') },
  long: { needs: 'build', run: (args) => jestKeeping('long', args) },
  longSecrets: { run: () => searchSecrets('long') },
  servers: { run: onServers },
}

const CHECK = ['types', 'lint', 'unused', 'architecture', 'unit']
const CORE = [...CHECK, 'contract', 'build', 'size', 'browser', 'secrets']
const LONG = existsSync(join(ROOT, 'tests', 'long')) ? ['long', 'longSecrets', 'servers'] : []

/** @type {Readonly<Record<string, string[]>>} */
const PLANS = { check: CHECK, full: [...CORE, ...LONG], rest: LONG.length ? ['build', ...LONG] : [] }

async function main() {
  const given = process.argv.slice(2)
  const isProfiled = given[0] === '--profile'
  const [name, ...args] = isProfiled ? given.slice(1) : given
  const step = name && STEPS[name]
  const names = name === undefined ? CORE : (PLANS[name] ?? (step && [...(step.needs ? [step.needs] : []), name]))
  if (!names) {
    console.error(`There is no step ${name}. Steps: ${[...Object.keys(PLANS), ...Object.keys(STEPS)].join(', ')}`)
    process.exitCode = 1
    return
  }
  if (name === 'rest' && names.length === 0) console.log('There are no long suites yet (tests/long).')
  const profile = isProfiled ? beginProfile(ROOT) : undefined
  if (profile) process.env.PORTICO_PROFILE = profile
  const outcomes = await runSteps(names, STEPS, args)
  if (profile) {
    const steps = outcomes.map(({ name, seconds, idleMs = 0 }) => ({ name, wallMs: seconds * 1000, idleMs }))
    console.log(`\nWhere the time went: ${writeProfile(ROOT, steps, profile)}`)
  }
  // A single step, or part of one, proves nothing about the rest.
  if (!step && !args.length && outcomes.some(({ ran }) => ran)) outcomes.push(checkNamed(outcomes, readNamed(ROOT)))
  const { failed, lines } = summary(outcomes)
  console.log(`\n${lines.join('\n')}`)
  process.exitCode = failed ? 1 : 0
}

if (isMain(import.meta.url)) main()
