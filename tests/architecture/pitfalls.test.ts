import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The table of decision 0021: every known fault has a test that exists, or a reason. */

const ROOT = join(import.meta.dirname, '../..')
const PAGE = 'docs/decisions/0021-known-pitfalls.md'
const COUNT = 55

interface Row {
  readonly number: number
  readonly tests: readonly { readonly file: string; readonly title: string }[]
  readonly reason: string
}

function readTable(text: string): Row[] {
  return text.split('\n').flatMap((line) => {
    const match = /^\| (\d+) +\| .* \| (.*) \|$/.exec(line)
    if (!match) return []
    const [, number, kept = ''] = match
    const tests = [...kept.matchAll(/`([^`]+\.test\.tsx?) › ([^`]+)`/g)].map(([, file = '', title = '']) => ({
      file,
      title,
    }))
    return [{ number: Number(number), tests, reason: kept.replace(/`[^`]*`/g, '').trim() }]
  })
}

function problemsOf(rows: readonly Row[], read: (file: string) => string | undefined): string[] {
  const problems: string[] = []
  const numbers = rows.map(({ number }) => number)
  for (let number = 1; number <= COUNT; number++) {
    const times = numbers.filter((one) => one === number).length
    if (times !== 1) problems.push(`${number} is there ${times} times`)
  }
  for (const { number, tests, reason } of rows) {
    if (!tests.length && !/^(Later|Does not apply): ./.test(reason))
      problems.push(`${number} has neither test nor reason`)
    for (const { file, title } of tests) {
      const source = read(file)
      if (source === undefined) problems.push(`${number}: there is no ${file}`)
      else if (!source.includes(title)) problems.push(`${number}: ${file} has no test "${title}"`)
    }
  }
  return problems
}

const readSource = (file: string) => (existsSync(join(ROOT, file)) ? readFileSync(join(ROOT, file), 'utf8') : undefined)

test('every known fault has a test that exists, or a reason why it has none', () => {
  expect(problemsOf(readTable(readFileSync(join(ROOT, PAGE), 'utf8')), readSource)).toEqual([])
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
