import { randomBytes } from 'node:crypto'
import { formsOf, searchFor } from '../secrets/searchBytes'

const secret = new Uint8Array(randomBytes(33))
const search = searchFor([
  { name: 'the secret', bytes: secret },
  { name: 'another one', bytes: new Uint8Array(randomBytes(32)) },
])
const raw = Buffer.from(secret)
const around = (text: string | Buffer) => Buffer.concat([randomBytes(1_001), Buffer.from(text), randomBytes(77)])
const json = (encoding: BufferEncoding) => (before: string) =>
  Buffer.from(`${before}${raw.toString('latin1')}"}`, 'latin1').toString(encoding)

test.each<[string, string | Buffer]>([
  ['as raw bytes', raw],
  ['in hex', raw.toString('hex')],
  ['in upper-case hex', `0X${raw.toString('hex').toUpperCase()}`],
  ['in base64', raw.toString('base64')],
  ['in base64url', raw.toString('base64url')],
  ['as numbers', JSON.stringify([...secret])],
  ['as a column of bytes in a dump of Postgres', `\\\\x${raw.toString('hex')}\t\\N`],
  ['inside base64', json('base64')('{"a":"')],
  ['inside base64, one byte further', json('base64')('{"ab":"')],
  ['inside base64url, two bytes further', json('base64url')('{"abc":"')],
])('a secret is found %s, and nothing else is', (_, text) => {
  expect(search(around(text))).toEqual(['the secret'])
})

test('an absent secret is not found, and a secret that is too short to search for is refused', () => {
  expect(search(randomBytes(100_000))).toEqual([])
  expect(search(around(raw.subarray(1)))).toEqual([])
  expect(search(raw.subarray(0, 20))).toEqual([])
  expect(search(new Uint8Array())).toEqual([])
  expect(() => searchFor([{ name: 'a code', bytes: Buffer.from('123456') }])).toThrow('a code is too short')
  expect(formsOf(secret).every((form) => form.length >= secret.length)).toBe(true)
})
