import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Tables that name tests: known faults (decision 0021) and known behaviours. Every test that they name exists. */

const ROOT = join(import.meta.dirname, '../..')
const PAGE = 'docs/decisions/0021-known-pitfalls.md'
const COUNT = 55

/** Its first column names lines of a list; which of them are there is no matter of this test. */
const BEHAVIOURS = 'docs/scenarios.md'

interface Row {
  readonly number: number
  readonly tests: readonly { readonly file: string; readonly title: string }[]
  readonly reason: string
}

const namedIn = (text: string) =>
  [...text.matchAll(/`([^`]+\.test\.tsx?) › ([^`]+)`/g)].map(([, file = '', title = '']) => ({ file, title }))

type Read = (file: string) => string | undefined

const missing = (tests: Row['tests'], read: Read): string[] =>
  tests.flatMap(({ file, title }) => {
    const source = read(file)
    if (source === undefined) return [`there is no ${file}`]
    return source.includes(title) ? [] : [`${file} has no test "${title}"`]
  })

function readTable(text: string): Row[] {
  return text.split('\n').flatMap((line) => {
    const match = /^\| (\d+) +\| .* \| (.*) \|$/.exec(line)
    if (!match) return []
    const [, number, kept = ''] = match
    return [{ number: Number(number), tests: namedIn(kept), reason: kept.replace(/`[^`]*`/g, '').trim() }]
  })
}

function problemsOf(rows: readonly Row[], read: Read): string[] {
  const problems: string[] = []
  const numbers = rows.map(({ number }) => number)
  for (let number = 1; number <= COUNT; number++) {
    const times = numbers.filter((one) => one === number).length
    if (times !== 1) problems.push(`${number} is there ${times} times`)
  }
  for (const { number, tests, reason } of rows) {
    if (!tests.length && !/^(Later|Does not apply): ./.test(reason))
      problems.push(`${number} has neither test nor reason`)
    problems.push(...missing(tests, read).map((problem) => `${number}: ${problem}`))
  }
  return problems
}

const readSource = (file: string) => (existsSync(join(ROOT, file)) ? readFileSync(join(ROOT, file), 'utf8') : undefined)

test('every known fault has a test that exists, or a reason why it has none', () => {
  expect(problemsOf(readTable(readFileSync(join(ROOT, PAGE), 'utf8')), readSource)).toEqual([])
})

test('every behaviour that users know names tests that exist', () => {
  const lines = readFileSync(join(ROOT, BEHAVIOURS), 'utf8').split('\n')
  const rows = lines.filter((line) => /^\| \d/.test(line))
  expect(rows.length).toBeGreaterThan(30)
  const problems = rows.flatMap((line) => {
    const tests = namedIn(line)
    return tests.length ? missing(tests, readSource) : [`${line.slice(0, 40)}… names no test`]
  })
  expect(problems).toEqual([])
})

describe('the check can fail', () => {
  const rows = (text: string) => [
    ...readTable(text),
    ...Array.from({ length: COUNT - 1 }, (_, index) => ({ number: index + 2, tests: [], reason: 'Later: x' })),
  ]
  const source = () => "test('a wallet is found', …)"

  test.each([
    ['a fault that is missing', '', '1 is there 0 times'],
    ['a fault without test and reason', '| 1 | x | soon |', '1 has neither test nor reason'],
    [
      'a test that is not there',
      '| 1 | x | `a.test.ts › a wallet is lost` |',
      '1: a.test.ts has no test "a wallet is lost"',
    ],
  ])('%s', (_, text, problem) => {
    expect(problemsOf(rows(text), source)).toEqual([problem])
  })

  test('a file that is not there', () => {
    expect(problemsOf(rows('| 1 | x | `a.test.ts › a wallet is found` |'), () => undefined)).toEqual([
      '1: there is no a.test.ts',
    ])
  })

  test('and what is right passes', () => {
    expect(problemsOf(rows('| 1 | x | `a.test.ts › a wallet is found` |'), source)).toEqual([])
  })
})
