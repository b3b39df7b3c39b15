import { createTranslate, directionOf } from './i18n.ts'

const german = { 'host.close': 'Schließen', 'host.hello': 'Hallo {name}' }
const english = { 'host.close': 'Close', 'host.back': 'Back', 'host.hello': 'Hello {name}' }

test('the language of the visitor comes first, with English as the fallback', () => {
  const t = createTranslate([german, english], 'de')
  expect([t('host.close'), t('host.back')]).toEqual(['Schließen', 'Back'])
})

test('values are filled in, as the language writes them', () => {
  expect(createTranslate([german, english], 'de')('host.hello', { name: 'Ada' })).toBe('Hallo Ada')
  expect(createTranslate([{ a: '{n, number}' }], 'de')('a', { n: 1234.5 })).toBe('1.234,5')
})

test('an unknown key is shown as it is', () => {
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
])('%s runs %s', (locale, direction) => {
  expect(directionOf(locale)).toBe(direction)
})
