import { generateKeyPairSync } from 'node:crypto'
import { object, parse, safeParse } from 'valibot'
import { loginEnvironment, loginOptions } from './environment.ts'

const Environment = object(loginEnvironment)
const SECURE_SITE_ORIGIN = 'https://secure.example'
const jwkOf = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve }).privateKey.export({ format: 'jwk' })
const jwk = jwkOf('P-256')
const LOGIN_SIGNING_KEY = JSON.stringify(jwk)
const { d, ...publicJwk } = jwk

test('an operator who sets nothing gets a service without login', () => {
  expect(loginOptions(parse(Environment, {}), undefined)).toBeUndefined()
  expect(loginOptions(parse(Environment, { SECURE_SITE_ORIGIN }), undefined)).toBeUndefined()
})

test('with a key and a secure site, login is on, and login’s public key matches its private key', () => {
  const options = loginOptions(parse(Environment, { SECURE_SITE_ORIGIN, LOGIN_SIGNING_KEY }), undefined)
  expect(options).toMatchObject({ secureSiteOrigin: SECURE_SITE_ORIGIN, startsPerClient: 20 })
  expect(options?.signingKey.publicKey).toMatchObject({ kty: 'EC', crv: 'P-256', x: jwk.x, y: jwk.y, alg: 'ES256' })
  expect(JSON.stringify(options?.signingKey.publicKey)).not.toContain(d)
})

test('a key without a secure site makes the start fail with a clear message', () => {
  expect(() => loginOptions(parse(Environment, { LOGIN_SIGNING_KEY }), undefined)).toThrow(
    'SECURE_SITE_ORIGIN must be set together with LOGIN_SIGNING_KEY.',
  )
})

const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({ format: 'jwk' })

test.each([
  ['SECURE_SITE_ORIGIN', 'not a URL', 'shop.example'],
  ['SECURE_SITE_ORIGIN', 'more than an origin', 'https://shop.example/'],
  ['SECURE_SITE_ORIGIN', 'a page', 'https://shop.example/sdk'],
  ['SECURE_SITE_ORIGIN', 'not a site', 'ftp://shop.example'],
  ['LOGIN_SIGNING_KEY', 'not JSON', 'secret'],
  ['LOGIN_SIGNING_KEY', 'not a key', '{"kty":"EC"}'],
  ['LOGIN_SIGNING_KEY', 'null as JSON', 'null'],
  ['LOGIN_SIGNING_KEY', 'a public key', JSON.stringify(publicJwk)],
  ['LOGIN_SIGNING_KEY', 'a key of another curve', JSON.stringify(jwkOf('P-384'))],
  ['LOGIN_SIGNING_KEY', 'a key of another kind', JSON.stringify(rsa)],
])('%s that is %s is refused, and the message does not repeat the value', (name, _, value) => {
  const result = safeParse(Environment, { [name]: value })
  expect(result.success).toBe(false)
  expect(result.issues?.[0].message).toMatch(/^must /)
  expect(result.issues?.[0].message).not.toContain(value)
})
