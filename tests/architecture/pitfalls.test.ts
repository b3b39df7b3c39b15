import { DOCUMENTS, type Named, namedIn } from '../../scripts/namedTests.mjs'
import { findTestsAway } from '../../scripts/testsOfRemotes.mjs'
import { fixture, ROOT, readFiles } from './files.ts'
import { isTitled, testTitles } from './testTitles.ts'

/**
 * Tables that name tests: known faults (decision 0021) and known behaviours. Every test they name must exist.
 * `scripts/test.mjs` checks at the end of a plan that each of them ran and passed.
 */

const FAULTS = 'docs/decisions/0021-known-pitfalls.md'
const FAULT_COUNT = 55
const BEHAVIOURS = 'docs/scenarios.md'
const BEHAVIOUR_COUNT = 143

interface Row {
  /** The numbers of the list that the row covers. */
  readonly numbers: readonly number[]
  readonly tests: readonly Named[]
  /** The row's last column without the tests. */
  readonly reason: string
}

/** `12`, `19–21` and `73, 75–77`. */
const numbersIn = (cell: string): number[] =>
  cell.split(',').flatMap((part) => {
    const [first = 0, last = first] = part.split('–').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })

const readRows = (text: string): Row[] =>
  text.split('\n').flatMap((line) => {
    const match = /^\| ([\d–, ]*\d) +\|.*\| (.*) \|$/.exec(line)
    if (!match) return []
    const [, numbers = '', kept = ''] = match
    return [{ numbers: numbersIn(numbers), tests: namedIn(kept), reason: kept.replace(/`[^`]*`/g, '').trim() }]
  })

/** Every number is in exactly one row; every row has a test that exists, or a reason why it has none. */
function problemsOf(rows: readonly Row[], count: number, isReason: (row: Row) => boolean, titles: Titles): string[] {
  const problems: string[] = []
  const numbers = rows.flatMap((row) => row.numbers)
  for (let number = 1; number <= count; number++) {
    const times = numbers.filter((one) => one === number).length
    if (times !== 1) problems.push(`${number} is there ${times} times`)
  }
  for (const number of numbers) if (number < 1 || number > count) problems.push(`there is no ${number}`)
  for (const row of rows) {
    const name = row.numbers.join(', ')
    if (!row.tests.length && !isReason(row)) problems.push(`${name} has neither test nor reason`)
    problems.push(...missing(row.tests, titles).map((problem) => `${name}: ${problem}`))
  }
  return problems
}

/** The titles of a file's tests; undefined when there is no such file. */
type Titles = (file: string) => readonly string[] | undefined

const isAway = findTestsAway(ROOT)

/** Named tests that do not exist. Those of a deleted remote do not count. */
const missing = (tests: readonly Named[], titles: Titles): string[] =>
  tests.flatMap(({ file, title }) => {
    if (isAway(file)) return []
    const known = titles(file)
    if (!known) return [`there is no ${file}`]
    return isTitled(known, title) ? [] : [`${file} has no test "${title}"`]
  })

const files = readFiles()
const titlesOf: Titles = (file) => (files.has(file) ? testTitles(files, file) : undefined)
const isReasonOfFault = ({ reason }: Row) => /^(Later|Does not apply): ./.test(reason)
/** The embedded wallet exists, so no row may wait for it. */
const BUILT = /^Later: with the embedded wallet/
const isReasonOfBehaviour = ({ reason }: Row) => reason.length > 3 && !BUILT.test(reason)

test('every known fault has a test that exists, or a reason why it has none', () => {
  expect(problemsOf(readRows(files.get(FAULTS) ?? ''), FAULT_COUNT, isReasonOfFault, titlesOf)).toEqual([])
})

test('every known behavior has tests that exist, or is listed as left out with a reason', () => {
  const [shown = '', leftOut = ''] = (files.get(BEHAVIOURS) ?? '').split('## Left out')
  const problems = problemsOf(
    [...readRows(shown), ...readRows(leftOut)],
    BEHAVIOUR_COUNT,
    isReasonOfBehaviour,
    titlesOf,
  )
  expect(problems).toEqual([])
  expect(readRows(shown).filter(({ tests }) => tests.length === 0)).toEqual([])
  expect(readRows(leftOut).filter(({ tests }) => tests.length > 0)).toEqual([])
})

test('every listed test that is deleted with a remote exists', () => {
  const table: Record<string, string[]> = JSON.parse(files.get('tests/testsOfRemotes.json') ?? '')
  expect(
    Object.values(table)
      .flat()
      .filter((file) => !files.has(file)),
  ).toEqual([])
})

test.each(DOCUMENTS.filter((document) => files.has(document)))('every test that %s names exists', (document) => {
  expect(missing(namedIn(files.get(document) ?? ''), titlesOf)).toEqual([])
})

describe('the check itself', () => {
  const FILE = 'a.test.ts'
  const SOURCE = `
    // test('a wallet is lost', …)
    const said = "test('a wallet is lost'"
    describe('a wallet is lost', () => {
      test('a wallet is found', () => expect('a wallet is lost').toBe(said))
      it.each([1])('is found %s times', () => {})
      test.each<[string]>([['x']])(\`is found \${said} here\`, () => {})
    })`
  const made = fixture({ [FILE]: SOURCE })
  const titles: Titles = (file) => (made.has(file) ? testTitles(made, file) : undefined)
  const problems = (text: string) => problemsOf(readRows(text), 1, isReasonOfFault, titles)
  const named = (title: string, file = FILE) => problems(`| 1 | x | \`${file} › ${title}\` |`)

  test.each([
    ['a missing fault is reported', '', ['1 is there 0 times']],
    ['a fault listed twice is reported', '| 1 | x | Later: y |\n| 1 | x | Later: y |', ['1 is there 2 times']],
    ['an unknown fault is reported', '| 1–2 | x | Later: y |', ['there is no 2']],
    ['a fault without test and reason is reported', '| 1 | x | soon |', ['1 has neither test nor reason']],
  ])('%s', (_, text, expected) => {
    expect(problems(text)).toEqual(expected)
  })

  test.each([
    ['Later: with the embedded wallet.', ['1 has neither test nor reason']],
    ['Later: with the embedded wallet, which registers them.', ['1 has neither test nor reason']],
    ['Later: with swaps.', []],
    ['Does not apply: the embedded wallet has accounts on EVM and Solana.', []],
  ])('only a reason that waits for the embedded wallet is reported: "%s"', (reason, expected) => {
    expect(problemsOf(readRows(`| 1 | x | ${reason} |`), 1, isReasonOfBehaviour, titles)).toEqual(expected)
  })

  test('a title in a comment, a string or a describe does not count as a test', () => {
    expect(named('a wallet is lost')).toEqual([`1: ${FILE} has no test "a wallet is lost"`])
  })

  test('a part of a title does not count as a test', () => {
    expect(named('a wallet is')).toEqual([`1: ${FILE} has no test "a wallet is"`])
  })

  test('a missing file is reported', () => {
    expect(named('a wallet is found', 'b.test.ts')).toEqual(['1: there is no b.test.ts'])
  })

  test.each([
    'a wallet is found',
    'is found %s times',
    'is found 1 times',
    `is found ${'$'}{said} here`,
    'is found x here',
  ])('an existing title passes: %s', (title) => {
    expect(named(title)).toEqual([])
  })
})
