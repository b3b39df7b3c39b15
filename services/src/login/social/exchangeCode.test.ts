import { generateKeyPairSync } from 'node:crypto'
import { type JWTPayload, SignJWT } from 'jose'
import type { AskProvider, ProviderAnswer } from './askProvider.ts'
import { discord } from './dialects/discord.ts'
import { google } from './dialects/google.ts'
import { exchangeCode } from './exchangeCode.ts'

const NOW_MS = Date.parse('2031-01-02T03:04:05Z')
const NOW_S = NOW_MS / 1_000
const SECRETS = { state: 'state', nonce: 'nonce', verifier: 'verifier'.repeat(6) }
const EXCHANGE = {
  code: 'code',
  state: 'state',
  secrets: SECRETS,
  redirectUri: 'https://x.example/back',
  nowMs: NOW_MS,
}

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const keySet = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] }
const CLAIMS: JWTPayload = {
  iss: 'https://accounts.google.com',
  aud: 'app',
  sub: '42',
  nonce: 'nonce',
  iat: NOW_S,
  exp: NOW_S + 300,
}
const signed = (claims: JWTPayload) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(privateKey)

/** A provider that gives these answers in sequence, and a record of its requests. */
function saying(...answers: readonly ProviderAnswer[]) {
  const requests: { readonly url: string; readonly init: RequestInit }[] = []
  const ask: AskProvider = async (url, init = {}) => {
    requests.push({ url, init })
    return answers[requests.length - 1] ?? { status: 503, body: undefined }
  }
  return { ask, requests }
}
const tokens = (more: object = {}) => ({ status: 200, body: { access_token: 'token', token_type: 'Bearer', ...more } })
const openId = async (claims: JWTPayload) => tokens({ id_token: await signed(claims) })
const app = { id: 'app', secret: 'secret' }

test('the code is sent with the verifier; a secret in the header is form-encoded first', async () => {
  const { ask, requests } = saying(tokens())
  const given = await exchangeCode(ask, discord({ id: 'the app', secret: 'a:b%ü' }), EXCHANGE)
  expect(given).toEqual({ accessToken: 'token', claims: undefined })
  expect(requests.map(({ url, init: { method } }) => [url, method])).toEqual([
    ['https://discord.com/api/oauth2/token', 'POST'],
  ])
  expect(Object.fromEntries(new URLSearchParams(String(requests[0]?.init.body)))).toEqual({
    grant_type: 'authorization_code',
    code: 'code',
    redirect_uri: 'https://x.example/back',
    code_verifier: SECRETS.verifier,
  })
  const [, basic = ''] = (new Headers(requests[0]?.init.headers).get('authorization') ?? '').split(' ')
  expect(Buffer.from(basic, 'base64').toString()).toBe('the+app:a%3Ab%25%C3%BC')
})

test('an unrequested ID token is ignored', async () => {
  const { ask } = saying(tokens({ id_token: 'x.y.z' }))
  expect(await exchangeCode(ask, discord(app), EXCHANGE)).toEqual({ accessToken: 'token', claims: undefined })
})

test('a code that comes with another state is not exchanged', async () => {
  const { ask, requests } = saying(tokens())
  await expect(exchangeCode(ask, discord(app), { ...EXCHANGE, state: 'other' })).rejects.toMatchObject({
    outcome: 'refused',
  })
  expect(requests).toEqual([])
})

test("an ID token is checked against our clock, and the provider's keys are cached for later sign-ins", async () => {
  const dialect = google(app)
  const first = saying(await openId(CLAIMS), { status: 200, body: keySet })
  expect((await exchangeCode(first.ask, dialect, EXCHANGE)).claims).toEqual(CLAIMS)
  expect(first.requests.map(({ url }) => url)).toEqual([
    'https://oauth2.googleapis.com/token',
    'https://www.googleapis.com/oauth2/v3/certs',
  ])
  const second = saying(await openId({ ...CLAIMS, sub: '43' }))
  expect((await exchangeCode(second.ask, dialect, EXCHANGE)).claims?.sub).toBe('43')
  expect(second.requests).toHaveLength(1)
})

test.each<[string, JWTPayload]>([
  ['for another app as well, although it names ours as the requester', { aud: ['app', 'other'], azp: 'app' }],
  ['for a list of only our app', { aud: ['app'] }],
  ['that is eleven minutes and a second old', { iat: NOW_S - 661 }],
  ['issued a minute and a second ahead', { iat: NOW_S + 61 }],
  ['with the former issuer name of Google', { iss: 'accounts.google.com' }],
])('an ID token %s is refused', async (_, claims) => {
  const { ask } = saying(await openId({ ...CLAIMS, ...claims }), { status: 200, body: keySet })
  await expect(exchangeCode(ask, google(app), EXCHANGE)).rejects.toMatchObject({ outcome: 'refused' })
})

test.each<[string, ProviderAnswer]>([
  ['that are unavailable', { status: 503, body: undefined }],
  ['that are not a list', { status: 200, body: { keys: 'none' } }],
  ['that are unreadable', { status: 200, body: { keys: [{ kid: 'one', kty: 'RSA', n: 'AQ', e: '' }] } }],
])('with provider keys %s, the sign-in fails only for now, and can be tried again', async (_, answer) => {
  const { ask } = saying(await openId(CLAIMS), answer)
  await expect(exchangeCode(ask, google(app), EXCHANGE)).rejects.toMatchObject({ outcome: 'unavailable' })
})

test('an answer without the requested ID token is not accepted', async () => {
  const { ask } = saying(tokens())
  await expect(exchangeCode(ask, google(app), EXCHANGE)).rejects.toMatchObject({ outcome: 'unavailable' })
})
