import fc from 'fast-check'
import { compareVersions, satisfies } from './version.ts'

const part = fc.nat({ max: 20 })
const parts = fc.tuple(part, part, part)
const text = (version: readonly number[]) => version.join('.')

test('two versions are compared by major, then by minor, then by patch', () => {
  fc.assert(
    fc.property(parts, parts, (a, b) => {
      const first = a.map((value, i) => value - (b[i] ?? 0)).find((difference) => difference !== 0) ?? 0
      expect(Math.sign(compareVersions(text(a), text(b)))).toBe(Math.sign(first))
    }),
  )
})

test('sorting puts versions in the order of their release', () => {
  const released = ['0.9.9', '1.0.0', '1.0.2', '1.0.10', '1.2.0', '2.0.0', '10.0.0']
  expect([...released].reverse().sort(compareVersions)).toEqual(released)
})

test('an unreadable version comes before all others', () => {
  expect(['1.0.0', 'latest', '0.0.0'].sort(compareVersions)).toEqual(['latest', '0.0.0', '1.0.0'])
})

test('an exact range accepts only its version', () => {
  fc.assert(
    fc.property(parts, parts, (version, range) => {
      expect(satisfies(text(version), text(range))).toBe(text(version) === text(range))
    }),
  )
})

test('a caret range accepts newer versions with the same parts up to the leftmost nonzero one', () => {
  fc.assert(
    fc.property(parts, parts, (version, range) => {
      const fixed = range.findIndex((value) => value > 0)
      const isCompatible =
        version.slice(0, fixed === -1 ? 3 : fixed + 1).join() === range.slice(0, fixed === -1 ? 3 : fixed + 1).join()
      const isNewer = compareVersions(text(version), text(range)) >= 0
      expect(satisfies(text(version), `^${text(range)}`)).toBe(isCompatible && isNewer)
    }),
  )
})

test.each([
  ['1.4.2', '^1.0.0', true],
  ['2.0.0', '^1.0.0', false],
  ['1.0.0', '^1.0.1', false],
  ['0.2.9', '^0.2.3', true],
  ['0.3.0', '^0.2.3', false],
  ['0.0.4', '^0.0.3', false],
])('a remote that needs contract %2$s is started by contract %1$s: %3$s', (version, range, answer) => {
  expect(satisfies(version, range)).toBe(answer)
})

test.each(['', '*', '>=1.0.0', '~1.0.0', '1.x', '1.0', 'v1.0.0', '^^1.0.0', '01.0.0', '1.0.0-beta.1', ' 1.0.0'])(
  'the unreadable range "%s" starts nothing',
  (range) => {
    expect(satisfies('1.0.0', range)).toBe(false)
    expect(satisfies(range, '^1.0.0')).toBe(false)
  },
)
