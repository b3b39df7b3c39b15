import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { REDIRECT_PROVIDERS, type RedirectProvider } from '@portico/contracts/embeddedWallet/requests/social'
import { SocialFinishAnswer, SocialStartAnswer } from '@portico/contracts/services/login'
import fc from 'fast-check'
import { decodeProtectedHeader, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { parse } from 'valibot'
import type { SocialOptions } from '../../services/src/login/social/environment'
import { type Said, startFakeProvider } from '../../services/testing/fakeProvider'
import { socialAt } from '../../services/testing/runLocalIdentity'
import {
  CLIENT_HEADER,
  type LoginService,
  newSigningKey,
  SECURE_SITE,
  SHOP,
  startLogin,
} from '../../services/testing/startLogin'

/** Long enough for many responses of misbehaving providers. */
jest.setTimeout(120_000)

let provider: Awaited<ReturnType<typeof startFakeProvider>>
let social: SocialOptions
let service: LoginService

beforeAll(async () => {
  provider = await startFakeProvider()
  social = socialAt(provider.url)
  service = await startLogin({ smtpUrl: 'smtp://127.0.0.1:9', from: 'no-reply@portico.example' }, newSigningKey(), {
    social,
    // These tests start more logins than one project may in a minute.
    startsPerMinute: 100_000,
  })
})
afterAll(async () => {
  await service?.close()
  await provider?.close()
})

let asked = 0
async function ask(path: string, body: unknown) {
  asked += 1
  const answer = await service.app.request(`/login/v1/social/${path}?projectId=${SHOP.projectId}`, {
    method: 'POST',
    // Each request comes from a client address of its own.
    headers: { origin: SECURE_SITE, [CLIENT_HEADER]: `10.${(asked >> 16) % 256}.${(asked >> 8) % 256}.${asked % 256}` },
    body: JSON.stringify(body),
  })
  return (await answer.json()) as unknown
}

async function start(name: RedirectProvider) {
  const keyThumbprint = randomBytes(32).toString('base64url')
  const { attempt, url } = parse(
    SocialStartAnswer,
    await ask('start', { provider: name, page: SHOP.origin, keyThumbprint }),
  )
  const { searchParams } = new URL(url)
  return { attempt, state: searchParams.get('state') ?? '', nonce: searchParams.get('nonce') ?? '' }
}
async function signIn(name: RedirectProvider, says: (path: string, form: URLSearchParams, nonce: string) => Said) {
  const { attempt, state, nonce } = await start(name)
  provider.says((path, form) => says(path, form, nonce))
  return parse(SocialFinishAnswer, await ask('finish', { attempt, state, code: 'code' }))
}

const keyPair = () => generateKeyPairSync('rsa', { modulusLength: 2_048 })
const [right, other] = [keyPair(), keyPair()]
const keys = { keys: [{ ...right.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] }

const KEYS_PATHS = { google: '/google/oauth2/v3/certs', apple: '/apple/auth/keys' }
const clientIdOf = (name: 'google' | 'apple') => social[name]?.id ?? ''
const rightClaims = (name: 'google' | 'apple', nonce: string): JWTPayload => {
  const nowS = Math.floor(service.now() / 1_000)
  const [iss, aud] = [`${provider.url}/${name}`, clientIdOf(name)]
  return { iss, aud, sub: '42', nonce, iat: nowS, exp: nowS + 300, email: 'a@mail.example', email_verified: true }
}
const signed = (claims: JWTPayload, key = right.privateKey, header: Readonly<Record<string, string>> = {}) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one', ...header }).sign(key)

describe.each(['google', 'apple'] as const)('an ID token of %s', (name) => {
  const withToken = async (make: (claims: JWTPayload) => Promise<string> | string) => {
    const { attempt, state, nonce } = await start(name)
    const id_token = await make(rightClaims(name, nonce))
    const answer = { access_token: 'token', token_type: 'Bearer', id_token }
    provider.says((path) => ({ body: path === KEYS_PATHS[name] ? keys : answer }))
    return parse(SocialFinishAnswer, await ask('finish', { attempt, state, code: 'code' }))
  }

  test('with correct claims signs in', async () => {
    expect(await withToken((claims) => signed(claims))).toMatchObject({
      outcome: 'accepted',
      session: { email: 'a@mail.example' },
    })
  })

  test.each<[string, (claims: JWTPayload) => JWTPayload]>([
    ['for another attempt', (claims) => ({ ...claims, nonce: randomBytes(32).toString('base64url') })],
    ['without a nonce', ({ nonce: _, ...claims }) => claims],
    ['for another app', (claims) => ({ ...claims, aud: 'another-app' })],
    ['for this app and another one', (claims) => ({ ...claims, aud: [String(claims.aud), 'another-app'] })],
    ['of another provider', (claims) => ({ ...claims, iss: 'https://evil.example' })],
    ['that has expired', (claims) => ({ ...claims, exp: Number(claims.iat) - 120 })],
    ['without an expiry', ({ exp: _, ...claims }) => claims],
    ['issued long ago', (claims) => ({ ...claims, iat: Number(claims.iat) - 3_600 })],
    [
      'issued in the future',
      (claims) => ({ ...claims, iat: Number(claims.iat) + 3_600, exp: Number(claims.exp) + 3_600 }),
    ],
    ['without a subject', ({ sub: _, ...claims }) => claims],
    ['with an empty subject', (claims) => ({ ...claims, sub: '' })],
  ])('%s is refused', async (_, change) => {
    expect(await withToken((claims) => signed(change(claims)))).toEqual({ outcome: 'refused' })
  })

  test.each<[string, (claims: JWTPayload) => Promise<string> | string]>([
    ['signed by another key', (claims) => signed(claims, other.privateKey)],
    ['that names an unknown key', (claims) => signed(claims, right.privateKey, { kid: 'two' })],
    [
      'signed with the public key as a shared secret',
      (claims) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256', kid: 'one' })
          .sign(Buffer.from(right.publicKey.export({ type: 'spki', format: 'pem' }).toString())),
    ],
    [
      'without a signature',
      (claims) =>
        `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`,
    ],
    [
      'changed after signing',
      async (claims) => {
        const [head, , tail] = (await signed(claims)).split('.')
        const changed = Buffer.from(JSON.stringify({ ...claims, sub: '43' })).toString('base64url')
        return [head, changed, tail].join('.')
      },
    ],
    ['that is malformed', () => 'x.y.z'],
  ])('%s is refused', async (_, make) => {
    expect(await withToken(make)).toEqual({ outcome: 'refused' })
  })

  test.each([false, 'false', undefined, 1, 'yes'])(
    'with an address whose verification is %p yields no address',
    async (is) => {
      const answer = await withToken((claims) => signed({ ...claims, email_verified: is }))
      expect(answer.outcome === 'accepted' ? answer.session.email : null).toBeNull()
    },
  )
})

test("Apple gets a new secret for each sign-in, signed with the app's key", async () => {
  let secret = ''
  await signIn('apple', (_, form) => {
    secret = form.get('client_secret') ?? secret
    return { status: 400, body: { error: 'invalid_grant' } }
  })
  const { id = '', team = '', keyId, key } = social.apple ?? {}
  if (!key) throw new Error('Apple has a key.')
  const { payload } = await jwtVerify(secret, createPublicKey(key), {
    issuer: team,
    subject: id,
    audience: `${provider.url}/apple`,
  })
  expect(decodeProtectedHeader(secret)).toEqual({ alg: 'ES256', kid: keyId })
  expect(Number(payload.exp) - Number(payload.iat)).toBe(300)
})

test.each<[RedirectProvider, Said, string]>([
  ['google', { status: 400, body: { error: 'invalid_grant' } }, 'refused'],
  ['google', { status: 401, body: { error: 'invalid_client' } }, 'unavailable'],
  ['apple', { status: 400, body: { error: 'invalid_grant' } }, 'refused'],
  ['apple', { status: 400, body: { error: 'invalid_client' } }, 'unavailable'],
  ['github', { body: { error: 'bad_verification_code' } }, 'refused'],
  ['github', { body: { error: 'incorrect_client_credentials' } }, 'unavailable'],
  ['discord', { status: 400, body: { error: 'invalid_grant' } }, 'refused'],
  ['discord', { status: 429, body: { message: 'You are being rate limited.', retry_after: 1 } }, 'unavailable'],
  ['x', { status: 400, body: { error: 'invalid_request' } }, 'refused'],
  ['x', { status: 401, body: { error: 'unauthorized_client' } }, 'unavailable'],
  ['facebook', { status: 400, body: { error: { message: 'used', type: 'OAuthException', code: 100 } } }, 'refused'],
  ['facebook', { status: 400, body: { error: { message: 'secret', type: 'OAuthException', code: 1 } } }, 'unavailable'],
  ['google', { status: 503, body: 'Service Unavailable' }, 'unavailable'],
  ['github', { status: 302, body: '' }, 'unavailable'],
  ['discord', { body: '<html>' }, 'unavailable'],
  ['x', { body: { access_token: 'token', token_type: 'mac' } }, 'unavailable'],
])('%s responds to the code with %j: %s', async (name, said, outcome) => {
  expect(await signIn(name, () => said)).toEqual({ outcome })
})

const TOKEN = { access_token: 'token', token_type: 'bearer' }
const isToken = (path: string) => /token$/.test(path)

test.each<[RedirectProvider, Said, string]>([
  ['github', { status: 401, body: { message: 'Bad credentials' } }, 'refused'],
  ['github', { body: { id: '7', login: 'ada' } }, 'unavailable'],
  ['github', { body: { id: 0.5, login: 'ada' } }, 'unavailable'],
  ['discord', { status: 401, body: { message: '401: Unauthorized', code: 0 } }, 'refused'],
  ['discord', { body: { id: 'ada', username: 'ada' } }, 'unavailable'],
  ['x', { body: { errors: [{ title: 'Forbidden' }] } }, 'unavailable'],
  ['x', { body: { data: { id: '', username: 'ada' } } }, 'unavailable'],
  ['facebook', { status: 400, body: { error: { message: 'proof', code: 100 } } }, 'unavailable'],
  ['facebook', { body: { name: 'Ada' } }, 'unavailable'],
])('%s responds to the profile request with %j: %s', async (name, said, outcome) => {
  expect(await signIn(name, (path) => (isToken(path) ? { body: TOKEN } : said))).toEqual({ outcome })
})

test.each<[string, Said]>([
  ['cannot be read', { status: 403, body: { message: 'Resource not accessible by integration' } }],
  ['are an empty list', { body: [] }],
  ['are malformed', { body: { message: 'moved' } }],
  ['are unverified', { body: [{ email: 'a@mail.example', primary: true, verified: false }] }],
  ['are not primary', { body: [{ email: 'a@mail.example', primary: false, verified: true }] }],
  ['are invalid', { body: [{ email: 'a@mail', primary: true, verified: true }] }],
])('a GitHub account whose addresses %s signs in without an address', async (_, emails) => {
  const answer = await signIn('github', (path) =>
    isToken(path) ? { body: TOKEN } : path.endsWith('/emails') ? emails : { body: { id: 7, login: 'ada' } },
  )
  expect(answer).toMatchObject({ outcome: 'accepted', session: { email: null, userName: 'ada' } })
})

test('a user name is shown without invisible characters, and with limited length', async () => {
  const names = async (username: string) => {
    const answer = await signIn('x', (path) => ({ body: isToken(path) ? TOKEN : { data: { id: '9', username } } }))
    return answer.outcome === 'accepted' ? answer.session.userName : answer.outcome
  }
  expect(await names('\u202eada\u0000\n\u200blovelace ')).toBe('ada lovelace')
  expect(await names('\ud83d\ude00'.repeat(500))).toBe('\ud83d\ude00'.repeat(127))
})

test('any response of a provider leads to a sign-in or an error, and is never logged', async () => {
  const parts = fc.record(
    {
      access_token: fc.oneof(fc.constant('token'), fc.jsonValue()),
      token_type: fc.oneof(fc.constant('bearer'), fc.jsonValue()),
      id_token: fc.oneof(fc.constant('a.b.c'), fc.jsonValue()),
      error: fc.oneof(fc.string(), fc.record({ code: fc.jsonValue(), message: fc.constant('a secret sentence') })),
      error_description: fc.constant('a secret sentence'),
    },
    { requiredKeys: [] },
  )
  const person = fc.record(
    {
      id: fc.oneof(fc.integer(), fc.string(), fc.jsonValue()),
      login: fc.jsonValue(),
      username: fc.jsonValue(),
      email: fc.jsonValue(),
      verified: fc.jsonValue(),
      name: fc.jsonValue(),
      data: fc.record({ id: fc.jsonValue(), username: fc.jsonValue() }),
      keys: fc.jsonValue(),
    },
    { requiredKeys: [] },
  )
  const said = (body: fc.Arbitrary<unknown>) =>
    fc.record({
      status: fc.oneof({ weight: 4, arbitrary: fc.constant(200) }, fc.integer({ min: 200, max: 599 })),
      body: fc.oneof({ weight: 4, arbitrary: body }, fc.jsonValue(), fc.string()),
    })
  const bodyless = (status: number) => status === 204 || status === 205 || status === 304
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...REDIRECT_PROVIDERS), said(parts), said(person), async (name, token, of) => {
      fc.pre(!bodyless(token.status) && !bodyless(of.status))
      const answer = await signIn(name, (path) => (isToken(path) ? token : of))
      if (answer.outcome !== 'accepted') return
      // Only users whom the provider gave an id.
      expect([token.status, of.status]).toEqual([200, 200])
      expect(['github', 'discord', 'x', 'facebook']).toContain(name)
    }),
    { numRuns: 400 },
  )
  expect(service.lines.join('\n')).not.toContain('a secret sentence')
  expect(service.lines.filter((line) => line.includes('"level":"error"'))).toEqual([])
})
