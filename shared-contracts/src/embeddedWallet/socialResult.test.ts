import fc from 'fast-check'
import { readSocialResult } from './socialResult.ts'

test("a pop-up's result is passed on unchanged", () => {
  const resultUri = 'https://secure.example/back?code=1&state=a%20b'
  expect(readSocialResult({ resultUri, other: 1 })).toEqual({ resultUri, hasFailed: false })
})

test.each([
  'https://secure.example/back?error=access_denied',
  'https://secure.example/back?state=1&error=x',
  '#error=',
])('%s is a refused sign-in', (resultUri) => expect(readSocialResult({ resultUri })?.hasFailed).toBe(true))

test('a parameter whose name only contains "error" does not mean a refusal', () => {
  expect(readSocialResult({ resultUri: 'https://secure.example/back?terror=1' })?.hasFailed).toBe(false)
})

test.each([
  undefined,
  null,
  'https://secure.example',
  {},
  { resultUri: '' },
  { resultUri: 7 },
  { resultUri: 'x'.repeat(16_385) },
  ['resultUri'],
])('%p is not the result of a pop-up', (value) => {
  expect(readSocialResult(value)).toBeUndefined()
})

test('no message that a window may post breaks the page', () => {
  fc.assert(fc.property(fc.anything(), (value) => void readSocialResult(value)))
  fc.assert(fc.property(fc.anything(), (resultUri) => void readSocialResult({ resultUri })))
  const trap = Object.defineProperty({}, 'resultUri', {
    get() {
      throw new Error('boo')
    },
  })
  expect(readSocialResult(trap)).toBeUndefined()
})
