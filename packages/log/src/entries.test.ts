import { codeOf } from '../testing/index.ts'
import { fromUtf8, utf8 } from './bytes.ts'
import { decodeEntry, encodeEntry, type LogEntry } from './entries.ts'

const sha384 = `sha384-${'A'.repeat(64)}`
const commit = 'c'.repeat(40)

test.each<[LogEntry, string]>([
  [{ type: 'index', serial: 12, sha384 }, `{"serial":12,"sha384":"${sha384}","type":"index"}`],
  [
    { type: 'release', id: 'receive', version: '1.2.0', integrity: sha384, commit },
    `{"commit":"${commit}","id":"receive","integrity":"${sha384}","type":"release","version":"1.2.0"}`,
  ],
  [
    { type: 'shell', version: '0.1.0', integrity: sha384, commit: undefined },
    `{"integrity":"${sha384}","type":"shell","version":"0.1.0"}`,
  ],
  [
    { type: 'loader', file: 'portico.js', integrity: sha384 },
    `{"file":"portico.js","integrity":"${sha384}","type":"loader"}`,
  ],
  [{ type: 'root', version: 2, sha384 }, `{"sha384":"${sha384}","type":"root","version":2}`],
  [{ type: 'action', what: ['kill', { b: 1, a: null }] }, '{"type":"action","what":["kill",{"a":null,"b":1}]}'],
])('an entry has one form: %j', (entry, text) => {
  expect(fromUtf8(encodeEntry(entry))).toBe(text)
  expect(encodeEntry(decodeEntry(utf8(text)))).toEqual(utf8(text))
})

test('a field that is not known yet makes no known entry unreadable', () => {
  expect(decodeEntry(utf8(`{"later":1,"serial":12,"sha384":"${sha384}","type":"index"}`))).toMatchObject({ serial: 12 })
})

test.each([
  'not JSON',
  '[]',
  '{"serial":1}',
  '{"serial":0,"sha384":"sha384-short","type":"index"}',
  `{"type":"index","serial":12,"sha384":"${sha384}"}`,
  ` {"serial":12,"sha384":"${sha384}","type":"index"}`,
  `{"serial":12,"serial":12,"sha384":"${sha384}","type":"index"}`,
])('an entry in another form is refused: %s', async (text) => {
  expect(await codeOf(() => decodeEntry(utf8(text)))).toBe('log.malformed')
})
