import fc from 'fast-check'
import { truncateMiddle } from './truncate.ts'

test.each([
  ['an address keeps its first and last characters', '0x1234567890abcdef1234567890abcdef12345678', 4, 4, '0x12…5678'],
  ['a name that fits stays whole', 'vitalik.eth', 8, 3, 'vitalik.eth'],
  ['a text is not shortened to save a single character', '123456789', 4, 4, '123456789'],
  ['a text of two characters more is shortened', '1234567890', 4, 4, '1234…7890'],
  ['only the beginning may be kept', 'a long message', 6, 0, 'a long…'],
  ['an empty text stays empty', '', 4, 4, ''],
])('%s', (_, text, start, end, shown) => {
  expect(truncateMiddle(text, start, end)).toBe(shown)
})

test('the shown text is never longer than the original, nor longer than the space for it', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat({ max: 20 }), fc.nat({ max: 20 }), (text, start, end) => {
      const shown = truncateMiddle(text, start, end)
      expect(shown.length).toBeLessThanOrEqual(Math.min(text.length, start + end + 1))
      expect(text.startsWith(shown.split('…')[0] ?? '') || text === shown).toBe(true)
    }),
  )
})
