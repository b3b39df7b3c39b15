import fc from 'fast-check'
import { mayFrame, readOrigins } from './checkOrigin.ts'
import { parseConfig, readConfig, wireParameters } from './fetchConfig.ts'

const answer = (body: unknown, status = 200) =>
  Promise.resolve(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }))

/** The example of services.md §4.5. */
const SAMPLE = {
  features: [
    { id: 'social_login', isEnabled: true, config: ['email', 'google', 'x'] },
    { id: 'swap', isEnabled: true, config: ['1inch'] },
    { id: 'activity', isEnabled: true, config: [] },
    { id: 'multi_wallet', isEnabled: false, config: null },
  ],
}

test("services.md §3: every call contains the project, and the widget's kind and version", () => {
  expect(wireParameters('a b&c', 'html-ethers-1.7.19').toString()).toBe(
    'projectId=a+b%26c&st=appkit&sv=html-ethers-1.7.19',
  )
})

test('services.md §4.5: a configuration is read in the format in which it is sent', async () => {
  expect(await readConfig(answer(SAMPLE))).toEqual({ ok: true, value: SAMPLE, body: JSON.stringify(SAMPLE) })
})

test("the remotes' switches are kept, and unknown fields are dropped", async () => {
  const remotes = { receive: { enabled: false }, swaps: { channel: 'next', version: '1.2.0', rollout: 5 } }
  const read = await readConfig(answer({ ...SAMPLE, remotes, tomorrow: true }))
  expect(read.ok && read.value).toEqual({ ...SAMPLE, remotes })
})

test('services.md §4.6: allowed origins', async () => {
  const read = await readOrigins(answer({ allowedOrigins: ['https://shop.example'] }))
  expect(read.ok && read.value).toEqual(['https://shop.example'])
})

const SECURE = 'https://secure.example'
const LOCAL_SECURE = 'http://localhost:4310'

test.each<[origin: string, allowed: string[], secureSite: string, expected: boolean]>([
  ['https://shop.example', ['https://shop.example'], SECURE, true],
  ['https://eu.shop.example', ['https://*.shop.example'], SECURE, true],
  ['https://other.example', ['https://shop.example'], SECURE, false],
  ['https://shop.vercel.app', [], SECURE, false],
  ['https://shop.vercel.app', ['https://shop.vercel.app'], SECURE, true],
  ['http://localhost:5173', [], SECURE, false],
  ['http://localhost:5173', ['http://localhost:5173'], SECURE, true],
  ['http://localhost:5173', [], LOCAL_SECURE, true],
  ['http://127.0.0.1:5173', [], LOCAL_SECURE, true],
  ['http://shop.localhost:5173', [], LOCAL_SECURE, false],
  ['https://localhost.example', [], LOCAL_SECURE, false],
])('whether a page on %s, with %j allowed, may use the frame of %s: %s', (origin, allowed, secureSite, expected) => {
  expect(mayFrame(origin, allowed, secureSite)).toBe(expected)
})

test.each<[title: string, request: () => Promise<Response>, reason: string]>([
  ['429: rate-limited', () => answer('', 429), 'rate-limited'],
  ['500: a server error', () => answer('', 500), 'server-error'],
  ['503: a server error', () => answer('', 503), 'server-error'],
  ['599: a server error', () => answer('', 599), 'server-error'],
  ['403: another failure', () => answer(SAMPLE, 403), 'other'],
  ['404: another failure', () => answer(SAMPLE, 404), 'other'],
  ['no network: another failure', () => Promise.reject(new TypeError('Failed to fetch')), 'other'],
  ['a time-out: another failure', () => Promise.reject(new DOMException('', 'TimeoutError')), 'other'],
  ['invalid JSON: not loaded', () => answer('<html>'), 'other'],
  ['an empty answer: not loaded', () => answer(''), 'other'],
  ['no features: not loaded', () => answer({}), 'other'],
  ['null for features: not loaded', () => answer({ features: null }), 'other'],
  ['a list: not loaded', () => answer([]), 'other'],
  ['a feature without its switch: not loaded', () => answer({ features: [{ id: 'swap', config: [] }] }), 'other'],
  [
    'a rollout of 101 per cent: not loaded',
    () => answer({ features: [], remotes: { send: { rollout: 101 } } }),
    'other',
  ],
  ['more than 64 kB: not loaded', () => answer({ ...SAMPLE, padding: 'x'.repeat(64_001) }), 'other'],
  [
    'more than 64 kB in fewer characters: not loaded',
    () => answer({ ...SAMPLE, padding: '語'.repeat(30_000) }),
    'other',
  ],
])('%s', async (_, request, reason) => {
  expect(await readConfig(request())).toMatchObject({ ok: false, reason })
})

test('the error for a failure contains the real cause', async () => {
  const cause = new TypeError('Failed to fetch')
  expect(await readOrigins(Promise.reject(cause))).toEqual({ ok: false, reason: 'other', cause })
  expect(await readOrigins(answer('', 403))).toMatchObject({ cause: 'HTTP status code: 403' })
  expect(await readOrigins(answer('', 502))).toMatchObject({ cause: 'HTTP status code: 502' })
})

test('any response of a service results in a configuration or a failure, and never in an exception', async () => {
  const body = fc.oneof(
    fc.json(),
    fc.string(),
    fc
      .record({ features: fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue())), remotes: fc.jsonValue() })
      .map((made) => JSON.stringify(made)),
  )
  const status = fc.constantFrom(200, 201, 301, 400, 403, 404, 418, 429, 500, 503)
  await fc.assert(
    fc.asyncProperty(body, status, async (text, code) => {
      const read = await readConfig(answer(text, code))
      if (read.ok) expect(parseConfig(JSON.parse(text))).toEqual(read.value)
      else expect(['rate-limited', 'server-error', 'other']).toContain(read.reason)
      expect(read.ok && code >= 300).toBe(false)
    }),
  )
})
