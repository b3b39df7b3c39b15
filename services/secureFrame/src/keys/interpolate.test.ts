import fc from 'fast-check'
import { combine, split } from 'shamir-secret-sharing'
import { interpolate, placeOf } from './interpolate.ts'

const secrets = fc.uint8Array({ minLength: 1, maxLength: 64 }).map((bytes) => Uint8Array.from(bytes))

test("a third share interpolated from two of the library's shares equals the one that the library makes", async () => {
  await fc.assert(
    fc.asyncProperty(secrets, async (secret) => {
      const [first, second, ...others] = await split(secret, 12, 2)
      if (!first || !second) throw new Error('There are twelve.')
      for (const third of [first, second, ...others]) {
        expect(interpolate(first, second, placeOf(third))).toEqual(third)
        expect(interpolate(second, first, placeOf(third))).toEqual(third)
      }
    }),
  )
})

test('the library recovers the secret from an interpolated share and another share', async () => {
  await fc.assert(
    fc.asyncProperty(secrets, fc.integer({ min: 1, max: 255 }), async (secret, place) => {
      const [first, second] = await split(secret, 2, 2)
      if (!first || !second) throw new Error('There are two.')
      const points = interpolate(first, second, place)
      for (const other of [first, second]) {
        if (placeOf(other) !== place) expect(await combine([points, other])).toEqual(secret)
      }
    }),
  )
})

test('the secret itself cannot be interpolated, nor can a third share from two equal shares', async () => {
  const [first, second] = await split(Uint8Array.of(1, 2, 3), 2, 2)
  if (!first || !second) throw new Error('There are two.')
  expect(() => interpolate(first, second, 0)).toThrow(RangeError)
  expect(() => interpolate(first, second, 256)).toThrow(RangeError)
  expect(() => interpolate(first, first, 7)).toThrow(RangeError)
  expect(() => interpolate(first, second.slice(1), 7)).toThrow(RangeError)
})
