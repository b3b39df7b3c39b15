import fc from 'fast-check'
import { shownEmail, shownName } from './shown.ts'

test.each([
  ['Ada Lovelace', 'Ada Lovelace'],
  ['  Ada \n Lovelace ', 'Ada Lovelace'],
  ['\u202eAda\u2066', 'Ada'],
  ['', null],
  ['\u200b\u0000', null],
  [7, null],
  [null, null],
])('the name %j is shown as %j', (name, shown) => expect(shownName(name)).toBe(shown))

test('every shown name is short, contains no invisible characters, and is not cut inside a character', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 2_000 }), fc.string({ unit: 'grapheme' })), (name) => {
      const shown = shownName(name)
      if (shown === null) return
      expect(shown.length).toBeLessThanOrEqual(255)
      expect(shown).not.toMatch(/\p{C}/u)
      expect(shown).toBe(shown.trim())
    }),
  )
})

test.each([
  ['ada@Mail.Example', 'ada@mail.example'],
  ['ada', null],
  [undefined, null],
  [{ toString: 'ada@mail.example' }, null],
])('the address %j is shown as %j', (email, shown) => expect(shownEmail(email)).toBe(shown))
