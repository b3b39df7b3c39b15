import fc from 'fast-check'
import { readSocialReturn } from './readSocialReturn.ts'

const SITE = 'https://secure.example'
const STATE = 's'.repeat(43)
const read = (rest: string) => readSocialReturn(`${SITE}${rest}`, SITE)

test.each([
  ['a query', `/back?state=${STATE}&code=c%2F1`, { state: STATE, code: 'c/1' }],
  ['a fragment', `/back#state=${STATE}&code=c&user=%7B%7D`, { state: STATE, code: 'c', user: '{}' }],
  ['a refusal', `/back?state=${STATE}&error=access_denied&code=c`, { state: STATE, error: 'access_denied' }],
  [
    'a return to a mini app',
    `/back?code=c&state=${STATE}--${encodeURIComponent('https://app.example/a?b=1&c=2')}`,
    { state: STATE, code: 'c', leadsTo: 'https://app.example/a?b=1&c=2' },
  ],
  [
    'a return to a mini app, encoded twice by a provider',
    `/back?code=c&state=${STATE}--${encodeURIComponent(encodeURIComponent('https://app.example/a'))}`,
    { state: STATE, code: 'c', leadsTo: 'https://app.example/a' },
  ],
])("a provider's answer in %s is read", (_, rest, expected) => {
  expect(read(rest)).toEqual(expected)
})

test.each([
  ['another page of the secure site', `/device?state=${STATE}&code=c`],
  ['a page below it', `/back/x?state=${STATE}&code=c`],
  ['a return without a state', '/back?code=c'],
  ['a state that is too short', '/back?state=short&code=c'],
  ['a state that is too long', `/back?state=${STATE}x&code=c`],
])('%s is not an answer', (_, rest) => expect(read(rest)).toBeUndefined())

test.each([
  'https://secure.example.evil.example',
  'http://secure.example',
  'https://secure.example:8443',
  'https://x@secure.example.evil',
])('a return to %s is not accepted', (site) =>
  expect(readSocialReturn(`${site}/back?state=${STATE}&code=c`, SITE)).toBeUndefined(),
)

test('no address makes reading throw', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.string().map((text) => `${SITE}/back?state=${text}`),
      ),
      (uri) => {
        readSocialReturn(uri, SITE)
      },
    ),
  )
})
