import { toFunctionSelector } from 'viem'
import { callReaders } from './describeCall.ts'

test.each(callReaders.map(({ signature, selector }) => [signature, selector]))(
  '%s begins with %s',
  (signature, selector) => {
    expect(toFunctionSelector(`function ${signature}`)).toBe(selector)
  },
)

test('no two known calls share a selector', () => {
  expect(new Set(callReaders.map(({ selector }) => selector)).size).toBe(callReaders.length)
  expect(callReaders.length).toBeGreaterThan(35)
})
