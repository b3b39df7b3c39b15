import { assert, jsonValue, property } from 'fast-check'
import { fitsShape } from './jsonShape.ts'

const ANY = { depth: 1_000, values: 1_000_000 }

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

function countOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const parts = Object.values(value)
  return Math.max(1, parts.length) + parts.reduce((sum: number, part) => sum + countOf(part), 0)
}

test('JSON is measured by its depth and its values, whatever its strings contain', () => {
  assert(
    property(jsonValue({ noUnicodeString: false }), (value) => {
      const text = JSON.stringify(value)
      const [depth, values] = [depthOf(value), countOf(value)]
      expect(fitsShape(text, { ...ANY, depth })).toBe(true)
      expect(fitsShape(text, { ...ANY, values })).toBe(true)
      if (depth > 0) expect(fitsShape(text, { ...ANY, depth: depth - 1 })).toBe(false)
      if (values > 0) expect(fitsShape(text, { ...ANY, values: values - 1 })).toBe(false)
    }),
  )
})

test.each(['"[[[[,,,,"', '"\\"[[[["', '"\\\\\\"[[[["', '"[[['])('brackets in the string %s do not count', (text) =>
  expect(fitsShape(text, { depth: 0, values: 0 })).toBe(true),
)

test('a megabyte is measured within half a second, whatever it contains', () => {
  for (const text of ['[', '"', '\\', ',', '[],', '""', '"\\"']) {
    const long = text.repeat(1_000_000 / text.length)
    const beganAt = performance.now()
    fitsShape(long, { depth: Number.POSITIVE_INFINITY, values: Number.POSITIVE_INFINITY })
    expect(performance.now() - beganAt).toBeLessThan(500)
  }
})
