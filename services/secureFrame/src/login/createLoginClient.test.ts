import { number, object } from 'valibot'
import { createLoginClient } from './createLoginClient.ts'
import { orRefuse } from './refusals.ts'

const SECRET = 's'.repeat(43)
const place = {
  projectId: 'p',
  settings: {
    services: 'https://api.example',
    shares: { auth: 'https://a.example', recovery: 'https://r.example' },
    bundlers: {},
    isDevelopment: false,
  },
}
const Answer = object({ one: number() })
const clientOf = (fetch: typeof globalThis.fetch) => createLoginClient(place, fetch)
const failing = (code: string, status = 400) =>
  clientOf(async () => Response.json({ error: { code, message: `about ${SECRET}` } }, { status }))

test('secrets are sent in a body or a header, never in a URL', async () => {
  const requests: [string, RequestInit | undefined][] = []
  const client = clientOf(async (url, init) => {
    requests.push([String(url), init])
    return Response.json({ one: 1 })
  })
  expect(await client.ask('/login/v1/x', Answer, { body: { code: SECRET }, token: SECRET })).toEqual({ one: 1 })
  expect(requests[0]?.[0]).toBe('https://api.example/login/v1/x?projectId=p')
  expect(requests[0]?.[1]).toMatchObject({
    method: 'POST',
    credentials: 'omit',
    redirect: 'error',
    headers: { authorization: `Bearer ${SECRET}` },
  })
})

test.each<[string, typeof fetch]>([
  ['is unreachable', () => Promise.reject(new TypeError(`no ${SECRET}`))],
  ['answers without JSON', async () => new Response(`<p>${SECRET}`)],
  ['answers with unexpected JSON', async () => Response.json({ one: SECRET })],
  ['answers with an empty body', async () => new Response()],
  ['fails without an error code', async () => new Response(SECRET, { status: 502 })],
])('if the service %s, the error says so, without any data that was sent', async (_, fetch) => {
  const requests = clientOf(fetch).ask('/login/v1/x', Answer, { body: SECRET })
  const error: unknown = await requests.catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ name: 'LoginError', code: undefined, message: 'The login service cannot be reached' })
  expect((error as Error).cause).toBeUndefined()
})

test('no request outlasts its time limit', async () => {
  const never: typeof fetch = (_, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      if (init?.signal?.aborted) reject(init.signal.reason)
    })
  await expect(clientOf(never).ask('/x', Answer, { limitMs: 1 })).rejects.toMatchObject({ code: undefined })
  const life = new AbortController()
  const waiting = clientOf(never).ask('/x', Answer, { signal: life.signal })
  life.abort()
  await expect(waiting).rejects.toMatchObject({ code: undefined })
  await expect(clientOf(never).ask('/x', Answer, { signal: life.signal })).rejects.toMatchObject({ code: undefined })
})

test.each([
  ['auth.session', 'notConnected'],
  ['origin.notAllowed', 'originNotAllowed'],
  ['project.unknown', 'originNotAllowed'],
  ['rate.limited', 'tooManyCodes'],
  ['otp.tooOften', 'tooManyCodes'],
  ['mail.refused', 'emailInvalid'],
  ['mail.unavailable', 'mailUnavailable'],
  ['mail.notConfigured', 'mailUnavailable'],
  ['server.failed', 'internal'],
] as const)('the login error %s reaches the page as %s', async (code, failure) => {
  await expect(orRefuse(failing(code).ask('/x', Answer), 'internal')).rejects.toMatchObject({ failure })
})
