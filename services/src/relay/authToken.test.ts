import { randomBytes } from 'node:crypto'
import { decodeJWT, encodeIss, encodeJWT, generateKeyPair, signJWT } from '@walletconnect/relay-auth'
import { assert, property, string, uint8Array } from 'fast-check'
import { readAuthToken } from './authToken.ts'
import { publicKeyOf } from './didKey.ts'
import { TOKEN_LEEWAY_S } from './limits.ts'
import { Refusal } from './refusal.ts'

const URL_OF_RELAY = 'wss://relay.example'
const A_DAY_S = 86_400
const keys = generateKeyPair()
const clientId = encodeIss(keys.publicKey)

const sign = (iat?: number, aud = URL_OF_RELAY) => signJWT(randomBytes(32).toString('hex'), aud, A_DAY_S, keys, iat)
const read = (token: string | null, nowMs = Date.now()) =>
  readAuthToken(token, { isAudience: (audience) => audience === URL_OF_RELAY, nowMs })

/** A token with another header or payload, but the original signature. */
async function forge(change: { header?: object; payload?: object }) {
  const [header = '', payload = '', signature] = (await sign()).split('.')
  const changed = (part: string, fields: object = {}) =>
    Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(part, 'base64url').toString()), ...fields })).toString(
      'base64url',
    )
  return `${changed(header, change.header)}.${changed(payload, change.payload)}.${signature}`
}

test('a token signed with the wallets’ library yields the client id that the library states', async () => {
  expect(read(await sign())).toBe(clientId)
})

test.each([
  ['was made by a clock that is two minutes ahead', TOKEN_LEEWAY_S - 1],
  ['expired two minutes ago by our clock', -A_DAY_S - TOKEN_LEEWAY_S + 1],
])('a token is valid although it %s', async (_, iat) => {
  const nowS = Math.floor(Date.now() / 1_000)
  expect(read(await sign(nowS + iat), nowS * 1_000)).toBe(clientId)
})

test.each([
  ['JWT Token is not yet valid', TOKEN_LEEWAY_S + 1],
  ['JWT Token is expired', -A_DAY_S - TOKEN_LEEWAY_S - 1],
])('a client with a wrong clock gets the error: %s', async (reason, iat) => {
  const nowS = Math.floor(Date.now() / 1_000)
  const token = await sign(nowS + iat)
  expect(() => read(token, nowS * 1_000)).toThrow(`JWT validation error: ${reason}`)
})

test('a token for another relay is refused', async () => {
  const token = await sign(undefined, 'wss://elsewhere.example')
  expect(() => read(token)).toThrow('JWT validation error: JWT Token is for another relay')
})

test('tokens that are altered, or forged for another client, are refused', async () => {
  const other = encodeIss(generateKeyPair().publicKey)
  const { payload } = decodeJWT(await sign())
  const tokens = [
    await forge({ payload: { iss: other } }),
    await forge({ payload: { exp: payload.exp + A_DAY_S } }),
    encodeJWT({ ...decodeJWT(await sign()), signature: new Uint8Array(64) }),
  ]
  for (const token of tokens) expect(() => read(token)).toThrow('JWT Token has a wrong signature')
})

test.each([
  ['the algorithm "none"', { header: { alg: 'none' } }],
  ['the algorithm of another key type', { header: { alg: 'HS256' } }],
  ['an issuer that is not a key', { payload: { iss: 'did:web:shop.example' } }],
  ['a key of another type', { payload: { iss: `did:key:zQ3sh${'1'.repeat(44)}` } }],
  ['invalid times', { payload: { exp: 'tomorrow' } }],
  ['no audience', { payload: { aud: undefined } }],
])('a token with %s is malformed', async (_, change) => {
  const token = await forge(change)
  expect(() => read(token)).toThrow('JWT validation error: JWT Token is malformed')
})

test('a client without a token is refused', () => {
  for (const token of [null, '']) expect(() => read(token)).toThrow('JWT validation error: JWT Token is missing')
})

test('any invalid token is refused with a reason', () => {
  const parts = string({ unit: 'binary', maxLength: 60 })
  assert(
    property(parts, parts, parts, (header, payload, signature) => {
      const encode = (text: string) => Buffer.from(text).toString('base64url')
      for (const token of [
        `${header}.${payload}.${signature}`,
        `${encode(header)}.${encode(payload)}.${encode(signature)}`,
      ]) {
        expect(() => read(token || '.')).toThrow(Refusal)
      }
    }),
  )
})

test('every Ed25519 key is read in the format of the wallets’ library', () => {
  assert(
    property(uint8Array({ minLength: 32, maxLength: 32 }), (key) => {
      const { x } = publicKeyOf(encodeIss(key))?.export({ format: 'jwk' }) ?? {}
      expect(x).toBe(Buffer.from(key).toString('base64url'))
    }),
  )
})
