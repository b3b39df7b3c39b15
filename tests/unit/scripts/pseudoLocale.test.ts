import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatMessage } from '@portico/contracts/formatMessage'
import { lengthen, mirror, pseudoLocales } from '@portico/remote/pseudoLocale'
import fc from 'fast-check'

/** Removes the marks that make a text look foreign. */
const withoutDirection = (text: string) => text.replace(/[\u202e\u202c]/g, '')
const withoutAccents = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/^\[(.*?)~*\]$/su, '$1')

test.each([
  ['Connect wallet', '[Čóññéçt wállét~~~~~]'.replace('Č', 'Ç')],
  ['Choose network, currently {name}', '[Çhóóšé ñétwórk, çúrréñtlý {name}~~~~~~~~~]'],
  [
    '{count, plural, one {Works on one network} other {Works on # networks}}',
    '[{count, plural, one {Wórkš óñ óñé ñétwórk} other {Wórkš óñ # ñétwórkš}}]',
  ],
])('%s is accented and a third longer, and can still be read', (english, pseudo) => {
  expect(lengthen(english)).toBe(pseudo)
})

test.each([
  ['Try again', '\u202eTry\u202c \u202eagain\u202c'],
  ['You are still on {name}.', '\u202eYou\u202c \u202eare\u202c \u202estill\u202c \u202eon\u202c {name}.'],
  ['{n, plural, one {one} other {#}}', '{n, plural, one {\u202eone\u202c} other {#}}'],
  ['Don’t stop', '\u202eDon’t\u202c \u202estop\u202c'],
])('%s runs from right to left, word by word', (english, pseudo) => {
  expect(mirror(english)).toBe(pseudo)
})

test('the pseudo-locales have all texts of the original', () => {
  const made = pseudoLocales({ 'host.close': 'Close', 'host.hello': 'Hello {name}' })
  expect(Object.keys(made)).toEqual(['en-XA', 'ar-XB'])
  for (const texts of Object.values(made)) expect(Object.keys(texts)).toEqual(['host.close', 'host.hello'])
})

/** Text without ICU syntax, and without the accents that are added. */
const plain = fc.string({ unit: fc.constantFrom(...'abcXYZ 019.,!?-/é語🦊') }).map(withoutAccents)
/** ICU: a brace between apostrophes is literal, and two apostrophes stand for one. */
const quoted = fc.constantFrom("'{'", "'}'", "a'{name}'", "x '{b'' c}' y", "don''t", "don't")
const name = fc.constantFrom('name', 'count', 'other', 'one')
const argument = name.map((one) => `{${one}}`)
const number = name.map((one) => `{${one}, number}`)
const { pattern } = fc.letrec<{ pattern: string; plural: string; select: string }>((tie) => ({
  pattern: fc
    .array(fc.oneof({ maxDepth: 2 }, plain, quoted, argument, number, tie('plural'), tie('select')), { maxLength: 4 })
    .map((parts) => parts.join('')),
  plural: fc
    .tuple(name, tie('pattern'), tie('pattern'), tie('pattern'))
    .map(([one, none, single, many]) => `{${one}, plural, =0 {${none}} one {# ${single}} other {${many} #}}`),
  select: fc
    .tuple(name, tie('pattern'), tie('pattern'))
    .map(([one, mine, others]) => `{${one}, select, mine {${mine}} other {${others}}}`),
}))
const values = fc.record({
  name: fc.constantFrom<string | number>(0, 1, 12),
  count: fc.constantFrom<string | number>(0, 1, 12),
  other: fc.constantFrom<string | number>(0, 1, 12),
  one: fc.constantFrom<string | number>('mine', 5),
})

test('arguments, plurals and choices are formatted in the pseudo-locales as in English, whatever the text', () => {
  fc.assert(
    fc.property(pattern, values, (text, given) => {
      const english = formatMessage(text, given, 'en')
      fc.pre(!/[~[\]]/.test(english))
      expect(withoutDirection(formatMessage(mirror(text), given, 'en'))).toBe(english)
      expect(withoutAccents(formatMessage(lengthen(text), given, 'en'))).toBe(withoutAccents(english))
    }),
    { numRuns: 500 },
  )
})

const catalogues = ['host', ...readdirSync('remotes').map((id) => `remotes/${id}`)].map((folder) =>
  join(folder, 'messages/en.json'),
)

test.each(catalogues)('every text of %s keeps its arguments', (path) => {
  const english: Record<string, string> = JSON.parse(readFileSync(path, 'utf8'))
  /** The options of a choice contain text. */
  const withoutOptions = (text: string) => text.replace(/\{(\w+), select,(?:[^{}]|\{[^{}]*\})*\}/g, '{$1}')
  const argumentsOf = (text: string) => [...withoutOptions(text).matchAll(/\{(\w+)[,}]/g)].map(([, one]) => one)
  for (const text of Object.values(english)) {
    expect(argumentsOf(mirror(text))).toEqual(argumentsOf(text))
    expect(argumentsOf(lengthen(text))).toEqual(argumentsOf(text))
    const given = Object.fromEntries(argumentsOf(text).map((one) => [one, 2]))
    expect(withoutDirection(formatMessage(mirror(text), given, 'en'))).toBe(formatMessage(text, given, 'en'))
  }
})
