import { createTranslate, directionOf } from './i18n.ts'

const german = { 'host.close': 'Schließen', 'host.hello': 'Hallo {name}' }
const english = { 'host.close': 'Close', 'host.back': 'Back', 'host.hello': 'Hello {name}' }

test("the visitor's language comes first, and English is the fallback", () => {
  const t = createTranslate([german, english], 'de')
  expect([t('host.close'), t('host.back')]).toEqual(['Schließen', 'Back'])
})

test("values are inserted in the language's format", () => {
  expect(createTranslate([german, english], 'de')('host.hello', { name: 'Ada' })).toBe('Hallo Ada')
  expect(createTranslate([{ a: '{n, number}' }], 'de')('a', { n: 1234.5 })).toBe('1.234,5')
})

test('for an unknown key, the key is shown', () => {
  expect(createTranslate([german, english], 'de')('swaps.title')).toBe('swaps.title')
})

test.each(['constructor', 'toString', '__proto__'])('a key like %s, which every object has, is not special', (key) => {
  expect(createTranslate([english], 'en')(key)).toBe(key)
})

test('an empty text counts as a text', () => {
  expect(createTranslate([{ a: '' }, { a: 'b' }], 'en')('a')).toBe('')
})

test.each([
  ['en', 'ltr'],
  ['de-CH', 'ltr'],
  ['ar', 'rtl'],
  ['ar-XB', 'rtl'],
  ['HE', 'rtl'],
  ['fa-IR', 'rtl'],
  ['ur', 'rtl'],
  ['', 'ltr'],
])('%s is written %s', (locale, direction) => {
  expect(directionOf(locale)).toBe(direction)
})
