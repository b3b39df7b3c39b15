import { connect } from 'node:net'
import { AllowedOrigins, FEATURE_IDS, ProjectConfig } from '@portico/contracts/services/projectConfig'
import { assert, asyncProperty, constantFrom, dictionary, oneof, string, uint8Array, webPath } from 'fast-check'
import { parse } from 'valibot'
import { everyFeature } from '../../services/testing/everyFeature'
import { PROJECT_ID, type RunningServices, runServices, TOKENS } from '../../services/testing/runServices'

/** Hundreds of requests, or whole builds: on a busy machine they take their time. */
jest.setTimeout(60_000)

let services: RunningServices

beforeAll(async () => {
  services = await runServices(everyFeature())
}, 60_000)
afterAll(() => services?.stop())

const SDK = 'st=appkit&sv=react-wagmi-1.7.19'
const get = (path: string, init?: RequestInit) => fetch(`${services.url}${path}`, init)

const PROJECT_PATHS = ['/appkit/v1/config', '/projects/v1/origins', '/getAnalyticsConfig'] as const
const ofProject = (path: string, projectId: string = PROJECT_ID) => `${path}?projectId=${projectId}&${SDK}`

async function expectError(answer: Response, status: number, code: string) {
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toContain('application/json')
  expect(await answer.json()).toEqual({ error: { code, message: expect.any(String) } })
}

test("a new local project names all seven features, each on or off as in the specification's sample", async () => {
  const config = parse(ProjectConfig, await (await get(ofProject('/appkit/v1/config'))).json())
  expect(config.features.map(({ id }) => id)).toEqual([...FEATURE_IDS])
  expect(config.features.filter(({ isEnabled }) => !isEnabled).map(({ id }) => id)).toEqual([
    'multi_wallet',
    'email_capture',
  ])
  expect(config.features[0]?.config).toEqual([
    'email',
    'google',
    'x',
    'discord',
    'farcaster',
    'github',
    'apple',
    'facebook',
  ])
  expect(config.remotes).toEqual({})
})

test('a new project lists no origin, and sends no analytics', async () => {
  const origins = await (await get(ofProject('/projects/v1/origins'))).json()
  expect(parse(AllowedOrigins, origins)).toEqual({ allowedOrigins: [] })
  expect(await (await get(ofProject('/getAnalyticsConfig'))).json()).toEqual({ isAnalyticsEnabled: false })
})

describe.each(PROJECT_PATHS)('%s', (path) => {
  test('any site reads the settings without credentials, and the browser revalidates them before each use', async () => {
    const { headers } = await get(ofProject(path), { headers: { Origin: 'https://shop.example' } })
    expect(Object.fromEntries(headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'no-cache',
      'content-type': 'application/json',
      'cross-origin-resource-policy': 'cross-origin',
      etag: expect.stringMatching(/^"[^"]+"$/),
      'timing-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    })
    expect(headers.has('access-control-allow-credentials')).toBe(false)
  })

  test('an unchanged answer is not sent again', async () => {
    const tag = (await get(ofProject(path))).headers.get('etag') ?? ''
    const again = await get(ofProject(path), { headers: { 'If-None-Match': tag } })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag])
    const other = await get(ofProject(path), { headers: { 'If-None-Match': '"another"' } })
    expect(other.status).toBe(200)
  })

  test('a site without a projectId gets an error that says so', async () => {
    await expectError(await get(`${path}?${SDK}`), 401, 'project.missing')
    await expectError(await get(`${path}?projectId=&${SDK}`), 401, 'project.missing')
  })

  test.each(['1', 'YOUR_PROJECT_ID', 'G'.repeat(32), '0'.repeat(33), '%00', '%E0%A4%A', "' or 1=1 --"])(
    'a malformed projectId (%s) gets another error than an unknown projectId',
    async (projectId) => expectError(await get(ofProject(path, projectId)), 401, 'project.malformed'),
  )

  test('an unknown project is not found, and the site can read the error', async () => {
    const answer = await get(ofProject(path, 'f'.repeat(32)))
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    await expectError(answer, 404, 'project.unknown')
  })

  test('a preflight for the headers of a third-party client is answered', async () => {
    const answer = await get(ofProject(path), {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://shop.example',
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'x-sdk-version',
      },
    })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-allow-headers')).toBe('x-sdk-version')
  })
})

describe('network images', () => {
  const ETHEREUM = 'ba0ba0cd-17c6-4806-ad93-f9d174f17900'

  test('an image is an SVG that can neither run nor fetch anything, cached for a day', async () => {
    const answer = await get(ofProject(`/public/getAssetImage/${ETHEREUM}`))
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=86400',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'content-type': 'image/svg+xml',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
    expect(await answer.text()).toMatch(/^<svg [^>]*>[\s\S]*<\/svg>\s*$/)
    const tag = answer.headers.get('etag') ?? ''
    const again = await get(`/public/getAssetImage/${ETHEREUM}`, { headers: { 'If-None-Match': tag } })
    expect(again.status).toBe(304)
  })

  test('a network has the same image by its CAIP-2 id, and an operator chain has the image of its family', async () => {
    const image = await (await get(`/public/getAssetImage/${ETHEREUM}`)).text()
    for (const caip2 of ['eip155:1', 'eip155%3A1', 'eip155:987654']) {
      expect(await (await get(`/public/networkImage/${caip2}`)).text()).toBe(image)
    }
  })

  test.each([
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    'bip122:000000000019d6689c085ae165831e93',
    'bip122:00000008819873e925422c1ff0f99f7c',
    'eip155:42161',
  ])('%s has an image', async (caip2) => {
    expect((await get(`/public/networkImage/${caip2}`)).headers.get('content-type')).toBe('image/svg+xml')
  })

  test.each([
    '/public/getAssetImage/00000000-0000-0000-0000-000000000000',
    '/public/getAssetImage/constructor',
    '/public/getAssetImage/..%2F..%2Fpackage.json',
    '/public/networkImage/eip155:999999999999',
    '/public/networkImage/ethereum',
    // Evmos is known, but the icon package has no icon for it.
    '/public/getAssetImage/f926ff41-260d-4028-635e-91913fc28e00',
  ])('%s is not found', async (path) => expectError(await get(path), 404, 'image.unknown'))
})

describe('an operator', () => {
  test('can check liveness and readiness', async () => {
    expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' })
    expect(await (await get('/readyz')).json()).toEqual({ status: 'ready' })
  })

  test('finds no secrets and no query strings in the log', async () => {
    await get(ofProject('/appkit/v1/config'), { headers: { Authorization: `Bearer ${TOKENS.all}` } })
    for (const secret of [...Object.values(TOKENS), 'projectId=']) expect(services.output()).not.toContain(secret)
  })
})

test('an unknown address is a JSON error that any site can read', async () => {
  const answer = await get('/nothing/here')
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  await expectError(answer, 404, 'route.unknown')
})

describe('malformed requests get a client error', () => {
  const KNOWN_PATHS = [...PROJECT_PATHS, '/public/getAssetImage/', '/public/networkImage/', '/admin/v1/projects/']

  async function expectClientError(answer: Response) {
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(await answer.json()).toEqual({ error: { code: expect.any(String), message: expect.any(String) } })
  }

  test('queries', async () => {
    const value = oneof(string({ unit: 'binary' }), constantFrom('0'.repeat(31), `${PROJECT_ID}\n`, '%'))
    const query = dictionary(oneof(constantFrom('projectId', 'st', 'sv', 'projectId[]'), string()), value)
    await assert(
      asyncProperty(constantFrom(...PROJECT_PATHS), query, async (path, parameters) => {
        const search = new URLSearchParams(parameters)
        await expectClientError(await get(`${path}?${search}`))
      }),
      { numRuns: 150 },
    )
  })

  test('paths', async () => {
    await assert(
      asyncProperty(constantFrom(...KNOWN_PATHS), webPath({ size: '+1' }), async (path, rest) => {
        await expectClientError(await get(`${path}${rest.replaceAll('..', '')}x`))
      }),
      { numRuns: 150 },
    )
  })

  test('methods and bodies', async () => {
    const method = constantFrom('POST', 'PUT', 'PATCH', 'DELETE')
    await assert(
      asyncProperty(constantFrom(...KNOWN_PATHS), method, uint8Array({ maxLength: 200 }), async (path, verb, body) => {
        await expectClientError(await get(ofProject(path), { method: verb, body }))
      }),
      { numRuns: 100 },
    )
  })

  /** Sends bytes that no HTTP client would send. */
  const sendRaw = (head: string) =>
    new Promise<string>((resolve, reject) => {
      const { hostname, port } = new URL(services.url)
      let answer = ''
      const socket = connect(Number(port), hostname, () => socket.write(`${head}\r\n\r\n`, 'latin1'))
      socket
        .setEncoding('utf8')
        .on('data', (text) => {
          answer += text
        })
        .on('close', () => resolve(answer))
        .on('error', reject)
    })

  test.each([
    ['an invalid host', 'GET /healthz HTTP/1.1\r\nHost: a b\r\nConnection: close', 400],
    ['an invalid path', 'GET *** HTTP/1.1\r\nHost: a\r\nConnection: close', 400],
    ['a backslash', 'GET /healthz\\x HTTP/1.1\r\nHost: a\r\nConnection: close', 400],
    ['no host', 'GET /healthz HTTP/1.1\r\nConnection: close', 400],
    ['a broken header', 'GET /healthz HTTP/1.1\r\nHost: a\r\nno header', 400],
    ['two lengths', 'GET /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2', 400],
    ['oversized headers', `GET /healthz HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}`, 431],
    ['not an HTTP request', 'hello', 400],
  ])('headers: %s', async (_, head, status) => {
    const answer = await sendRaw(head)
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    const [, body = ''] = answer.split('\r\n\r\n')
    expect(JSON.parse(body)).toEqual({ error: { code: 'request.unreadable', message: expect.any(String) } })
  })

  test('headers: any text in place of a tag or a token', async () => {
    const text = string({ unit: 'grapheme-ascii' })
    await assert(
      asyncProperty(constantFrom('If-None-Match', 'Authorization', 'Origin', 'Accept'), text, async (name, value) => {
        const answer = await get(ofProject('/appkit/v1/config'), { headers: { [name]: value } })
        expect([200, 304]).toContain(answer.status)
        await expectClientError(await get(`/admin/v1/projects/${PROJECT_ID}`, { headers: { [name]: value } }))
      }),
      { numRuns: 100 },
    )
  })
})
