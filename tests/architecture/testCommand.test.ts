import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectOf } from '../../scripts/namedTests.mjs'
import { checkNamed, countsOf, type Outcome, ranIn, runSteps, summary, troubles } from '../../scripts/test.mjs'
import { readFiles } from './files.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-counts-'))
afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(() => jest.spyOn(console, 'log').mockReturnValue())
afterEach(() => jest.restoreAllMocks())

const suite = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((result) => ({ status: result })),
})

/** Results as jest writes them. */
function results(counts: Partial<Record<'passed' | 'failed' | 'pending' | 'todo', number>>, ...testResults: object[]) {
  const file = join(folder, 'results.json')
  const { passed = 0, failed = 0, pending = 0, todo = 0 } = counts
  const numbers = { numPassedTests: passed, numFailedTests: failed, numPendingTests: pending, numTodoTests: todo }
  writeFileSync(file, JSON.stringify({ ...numbers, testResults }))
  return file
}

test('tests are counted as jest counts them', () => {
  const file = results({ passed: 3, failed: 1, pending: 2, todo: 1 }, suite('failed', 'passed', 'failed'))
  expect(countsOf(file, 1)).toEqual({ passed: 3, failed: 1, skipped: 3 })
})

test('a file that could not be run is a failure', () => {
  const file = results({ passed: 3 }, suite('passed', 'passed'), suite('failed'))
  expect(countsOf(file, 1)).toEqual({ passed: 3, failed: 1, skipped: 0 })
})

test('a file whose tests pass and whose clean-up fails is a failure', () => {
  const file = results({ passed: 1 }, suite('failed', 'passed'))
  expect(countsOf(file, 1)).toEqual({ passed: 1, failed: 1, skipped: 0 })
})

test('an exit code that nothing explains is a failure', () => {
  expect(countsOf(results({ passed: 3 }), 1)).toEqual({ passed: 3, failed: 1, skipped: 0 })
})

test('a run without results is a failure', () => {
  expect(countsOf(join(folder, 'nowhere.json'), 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('a run in which no test was executed is a failure', () => {
  expect(countsOf(results({}), 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  expect(countsOf(results({ pending: 4 }), 0)).toEqual({ passed: 0, failed: 1, skipped: 4 })
})

test('without a browser, browser tests are skipped; a run that finds no tests is still a failure', () => {
  expect(countsOf(results({ pending: 4 }), 0, true)).toEqual({ passed: 0, failed: 0, skipped: 4 })
  expect(countsOf(results({}), 0, true)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  expect(countsOf(results({ pending: 4 }, suite('failed')), 1, true)).toEqual({ passed: 0, failed: 1, skipped: 4 })
})

test('a test that failed or passed at its second attempt is named, and so is a file that could not be run', async () => {
  const name = join(folder, 'a.test.ts')
  const tried = (title: string, status: string, invocations: number) => ({ title, status, invocations })
  const assertionResults = [tried('opens', 'passed', 1), tried('shakes', 'passed', 2), tried('closes', 'failed', 2)]
  const file = results({ passed: 2, failed: 1 }, { name, status: 'failed', assertionResults })
  const said = ['Passed at the second attempt: a.test.ts: shakes', 'Failed: a.test.ts: closes']
  expect(troubles(file, folder)).toEqual(said)
  const crashed = results({}, { name, status: 'failed', assertionResults: [tried('opens', 'passed', 1)] })
  expect(troubles(crashed, folder)).toEqual(['Failed: a.test.ts: the file itself'])
  expect(troubles(join(folder, 'nowhere.json'))).toEqual([])

  const run = async () => ({ passed: 2, failed: 1, skipped: 0, troubles: said })
  expect(summary(await runSteps(['unit'], { unit: { run } })).lines.slice(0, 3)).toEqual([...said, ''])
})

const gives = (passed: number, failed: number, skipped = 0) => ({ run: async () => ({ passed, failed, skipped }) })

test('a step whose preparation failed is not run and counts as failed', async () => {
  const run = jest.fn()
  const outcomes = await runSteps(['build', 'size', 'unit'], {
    build: gives(0, 1),
    size: { needs: 'build', run },
    unit: gives(5, 0),
  })
  expect(run).not.toHaveBeenCalled()
  expect(outcomes.map(({ name, result }) => [name, result])).toEqual([
    ['build', '1 failed'],
    ['size', 'not run: build failed'],
    ['unit', 'passed'],
  ])
  expect(summary(outcomes)).toMatchObject({ passed: 5, failed: 2, skipped: 0 })
})

test('a failed step does not stop the other steps', async () => {
  const outcomes = await runSteps(['types', 'unit'], { types: gives(0, 1), unit: gives(2, 0) })
  expect(summary(outcomes)).toMatchObject({ passed: 2, failed: 1 })
})

test('the last line contains the counts and nothing else', async () => {
  const outcomes = await runSteps(['unit', 'browser'], { unit: gives(12, 1), browser: gives(0, 0, 7) })
  expect(summary(outcomes).lines.at(-1)).toBe('12 passed, 1 failed, 7 skipped')
  expect(outcomes.map(({ result }) => result)).toEqual(['1 failed', '7 skipped'])
})

describe('a test named by a document', () => {
  const DOCUMENT = 'docs/scenarios.md'
  const names = (file: string, title: string) => ({ document: DOCUMENT, file, title })
  const BROWSER = 'tests/browser/a.test.ts'
  const LONG = 'tests/long/b.test.ts'
  const outcome = (name: string, ...ran: (readonly [file: string, title: string, status: string])[]): Outcome => ({
    name,
    result: '',
    counts: { passed: 0, failed: 0, skipped: 0 },
    seconds: 0,
    ran: ran.map(([file, title, status]) => ({ file, title, status })),
  })
  const said = () => (console.log as jest.Mock).mock.calls.flat()

  test('counts as proven if it passed, whatever values a row put into its title', () => {
    const outcomes = [
      outcome('unit', ['host/src/c.test.ts', '100% of rows: 3, x, and rest', 'passed']),
      outcome('browser', [BROWSER, 'a wallet (Harbor?) is found', 'passed']),
    ]
    const named = [
      names(BROWSER, 'a wallet (%s?) is found'),
      names('host/src/c.test.ts', `100%% of rows: %d, $name, and ${'$'}{rest}`),
    ]
    expect(checkNamed(outcomes, named)).toMatchObject({ result: 'passed', counts: { passed: 1, failed: 0 } })
    expect(said()).toEqual([])
  })

  test.each([
    ['has not run', [BROWSER, 'a wallet is found', 'passed'], 'no such test has run'],
    ['has passed in another file', ['tests/browser/b.test.ts', 'a wallet is lost', 'passed'], 'no such test has run'],
    ['is only a part of a title', [BROWSER, 'a wallet is lost and found', 'passed'], 'no such test has run'],
    ['has failed', [BROWSER, 'a wallet is lost', 'failed'], 'it failed'],
  ] as const)('is reported as a failure if it %s', (_, ran, reason) => {
    const checked = checkNamed([outcome('browser', ran)], [names(BROWSER, 'a wallet is lost')])
    expect(checked).toMatchObject({ result: '1 not shown', counts: { passed: 0, failed: 1, skipped: 0 } })
    expect(said()).toEqual([`${DOCUMENT} names ${BROWSER} › a wallet is lost: ${reason}`])
  })

  test('is reported without failing if the machine could not run it', () => {
    const checked = checkNamed([outcome('browser', [BROWSER, 'x', 'pending'])], [names(BROWSER, 'x')])
    expect(checked).toMatchObject({ result: '1 skipped', counts: { failed: 0 } })
    expect(said()).toEqual([`${DOCUMENT} names ${BROWSER} › x: it was skipped`])
  })

  test('is checked only by the plan that runs its file', () => {
    const named = [names(BROWSER, 'x'), names(LONG, 'y')]
    expect(checkNamed([outcome('browser', [BROWSER, 'x', 'passed'])], named).counts.failed).toBe(0)
    expect(checkNamed([outcome('long', [LONG, 'y', 'passed'])], named).counts.failed).toBe(0)
    expect(checkNamed([outcome('browser'), outcome('long')], named).counts.failed).toBe(2)
    expect([BROWSER, LONG, 'host/src/c.test.ts', 'tests/unit/d.test.ts'].map(projectOf)).toEqual([
      'browser',
      'long',
      'unit',
      'unit',
    ])
  })

  test('is matched by the path that jest reports and the title without its groups', () => {
    const assertions = [{ title: 'x', fullName: 'group x', ancestorTitles: ['group'], status: 'passed' }]
    const file = results({ passed: 1 }, { name: join(folder, LONG), status: 'passed', assertionResults: assertions })
    expect(ranIn(file, folder)).toEqual([{ file: LONG, title: 'x', status: 'passed' }])
    expect(ranIn(join(folder, 'nowhere.json'), folder)).toEqual([])
  })

  test('a step reports which tests jest ran', async () => {
    const ran = [{ file: LONG, title: 'y', status: 'passed' }]
    const outcomes = await runSteps(['long'], {
      long: { run: async () => ({ passed: 1, failed: 0, skipped: 0, ran }) },
    })
    expect(outcomes[0]).toMatchObject({ ran, counts: { passed: 1, failed: 0, skipped: 0 } })
  })
})

test('every test file is run by a step', () => {
  const folders =
    'shared-contracts|host|remotes|services|local|packages|examples|apps|tests/(unit|contract|architecture|browser|long)'
  const isRun = new RegExp(`^(${folders})/.*\\.test\\.tsx?$`)
  const tests = [...readFiles().keys()].filter((path) => /\.(test|spec)\.[^/]+$|(^|\/)__tests__\//.test(path))
  expect(tests.length).toBeGreaterThan(10)
  expect(tests.filter((path) => !isRun.test(path))).toEqual([])
})
