import { type Files, fixture, isCode, isTest, type Rule, readFiles } from './files.ts'
import { spansOfFunctions } from './syntax.ts'

/** Maximum lines of a function, without the functions in it. A longer function does more than one job. */
const OWN_LINES_MAX = 80
/** Maximum lines from first to last. A factory is as long as the methods that it returns, so it can be longer. */
const ALL_LINES_MAX = 150

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)

const lineAt = (source: Buffer, offset: number) => source.subarray(0, offset).toString().split('\n').length

const isTestKit = (path: string) => path.includes('/testing/')

/** Functions that are too long, with their lines. */
const longFunctions: Rule = (files) =>
  [...files.keys()]
    .filter((path) => isCode(path) && !isTest(path) && !isTestKit(path))
    .flatMap((path) => longIn(files, path))

const isCodeLine = (line: string) => !/^\s*($|\/\/|\/?\*)/.test(line)

function longIn(files: Files, path: string): string[] {
  const text = files.get(path) ?? ''
  const source = Buffer.from(text)
  const lines = text.split('\n').map(isCodeLine)
  const functions = spansOfFunctions(files, path).map(({ start, end }) => ({
    first: lineAt(source, start),
    last: lineAt(source, end),
  }))
  return functions.flatMap(({ first, last }) => {
    const inner = functions.filter((other) => other.first > first && other.last <= last)
    const isInner = (line: number) => inner.some((other) => other.first <= line && line <= other.last)
    const all = range(first, last).filter((line) => lines[line - 1])
    const own = all.filter((line) => !isInner(line))
    const isLong = own.length > OWN_LINES_MAX || all.length > ALL_LINES_MAX
    return isLong ? [`${path}:${first} a function of ${all.length} lines, ${own.length} of them its own`] : []
  })
}

test('every function does one job that fits a screen', () => {
  expect(
    longFunctions(readFiles(['host', 'local', 'packages', 'remotes', 'scripts', 'services', 'shared-contracts'])),
  ).toEqual([])
})

const lines = (count: number) => '  count += 1\n'.repeat(count)

test.each([
  ['a long function', `function work() {\n${lines(79)}}\n`, 'a function of 81 lines, 81 of them its own'],
  [
    'a long factory',
    `const create = () => ({\n${`  method() {\n${lines(20)}  },\n`.repeat(7)}})\n`,
    'a function of 156 lines, 2 of them its own',
  ],
])('%s is reported', (_, source, problem) => {
  expect(longFunctions(fixture({ 'host/src/work.ts': source }))).toEqual([`host/src/work.ts:1 ${problem}`])
})

test.each([
  ['a function of 80 lines', `function work() {\n${lines(78)}}\n`],
  ['a function with many comments', `function work() {\n${lines(78)}${'  // why\n\n'.repeat(50)}}\n`],
  [
    'a factory of methods',
    `// é\nfunction create() {\n  return {\n${`  method() {\n${lines(30)}  },\n`.repeat(4)}  }\n}\n`,
  ],
  ['a test kit', `function work() {\n${lines(200)}}\n`, 'host/src/testing/work.ts'],
  ['a test', `function work() {\n${lines(200)}}\n`, 'host/src/work.test.ts'],
])('%s is allowed', (_, source, path = 'host/src/work.ts') => {
  expect(longFunctions(fixture({ [path]: source }))).toEqual([])
})
