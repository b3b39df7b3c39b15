import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SecureSiteSettings } from '@portico/contracts/services/secureSite'
import { parse } from 'valibot'
import { type FakeRest, type RestBehaviour, sayingTo, startFakeRest } from '../../testing/fakeRest.ts'
import { makeSecureSiteFolder } from '../../testing/secureSiteFolder.ts'
import { ServiceError } from '../http/errors.ts'
import { createLog } from '../log.ts'
import { createAllowedOrigins, type FindOrigins } from './allowedOrigins.ts'
import { createSecureSiteApp } from './secureSiteApp.ts'
import { createSiteFiles, PAGES } from './siteFiles.ts'

const SHOP = '0'.repeat(31) + 1
const STRANGER = 'f'.repeat(32)

const settings: SecureSiteSettings = {
  services: 'https://wallet.example',
  shares: { auth: 'https://auth.example', recovery: 'https://recovery.example' },
  bundlers: { 'eip155:1': "https://bundler.example/rpc?key='&$&&quot;" },
  isDevelopment: false,
}

const { folder, remove } = makeSecureSiteFolder()
afterAll(remove)

const lines: string[] = []
const log = createLog('info', (line) => lines.push(line))
const shopOnly: FindOrigins = async (id) => (id === SHOP ? ['https://shop.example'] : undefined)

const siteWith = (more: Partial<SecureSiteSettings> = {}, findOrigins = shopOnly) => {
  const all = { ...settings, ...more }
  return createSecureSiteApp({ settings: all, files: createSiteFiles(folder), findOrigins, log })
}
const site = siteWith()

const directiveOf = (response: Response, name: string) =>
  (response.headers.get('content-security-policy') ?? '').split('; ').find((part) => part.startsWith(`${name} `))
const frameOf = (projectId: string, app = site) => app.request(`/sdk?projectId=${projectId}`)

test('only the pages of a project may frame its wallet', async () => {
  const answer = await frameOf(SHOP)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
  expect(directiveOf(answer, 'frame-ancestors')).toBe('frame-ancestors https://shop.example')
  expect(answer.headers.get('x-frame-options')).toBeNull()
})

test('the frame is allowed to connect to the services, the share stores and the bundlers only', async () => {
  expect(directiveOf(await frameOf(SHOP), 'connect-src')).toBe(
    "connect-src 'self' https://wallet.example https://auth.example https://recovery.example https://bundler.example",
  )
})

test.each([
  ['an unknown project', STRANGER, 404],
  ['a missing project id', '', 401],
  ['an invalid project id', 'x;script-src *', 401],
])('the frame is refused for %s, even in development', async (_, projectId, status) => {
  for (const app of [site, siteWith({ isDevelopment: true })]) {
    const answer = await frameOf(encodeURIComponent(projectId), app)
    expect(answer.status).toBe(status)
    expect(directiveOf(answer, 'frame-ancestors')).toBe("frame-ancestors 'none'")
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
  }
})

test('in development, pages on the visitor’s machine may frame the wallet too', async () => {
  const answer = await frameOf(SHOP, siteWith({ isDevelopment: true }))
  expect(directiveOf(answer, 'frame-ancestors')).toContain('https://shop.example http://localhost:* ')
})

test('pages on public hosts cannot frame the wallet of a project without origins', async () => {
  const answer = await frameOf(
    SHOP,
    siteWith({}, async () => []),
  )
  expect([answer.status, directiveOf(answer, 'frame-ancestors')]).toEqual([200, "frame-ancestors 'none'"])
})

test('while the allowed origins are unavailable, visitors get an error message instead of the frame', async () => {
  const unavailable = siteWith({}, async () => {
    throw new Error('connect ECONNREFUSED')
  })
  const answer = await frameOf(SHOP, unavailable)
  expect([answer.status, await answer.text()]).toEqual([503, `${new ServiceError('project.unavailable').message}.\n`])
  expect(directiveOf(answer, 'frame-ancestors')).toBe("frame-ancestors 'none'")
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test.each(['/approve', '/loading', '/back', '/device', '/wallet'])('%s cannot be framed', async (path) => {
  const answer = await site.request(path)
  expect([answer.status, directiveOf(answer, 'frame-ancestors')]).toEqual([200, "frame-ancestors 'none'"])
})

test('only pop-up pages keep their opener, and they keep it even when they fail or redirect', async () => {
  const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  const requests: [string, RequestInit?][] = [
    ['/approve'],
    ['/loading'],
    ['/back?code=1&state=2'],
    ['/back', { ...form, body: 'code=1&state=2' }],
    ['/back', { ...form, body: '' }],
    ['/device'],
    [`/sdk?projectId=${SHOP}`],
    ['/nothing'],
  ]
  const opener = []
  for (const [path, init] of requests) {
    opener.push((await site.request(path, init)).headers.get('cross-origin-opener-policy'))
  }
  expect(opener).toEqual([...Array(5).fill('unsafe-none'), ...Array(3).fill('same-origin')])
})

test('the wallet page keeps access to the pop-ups it opens, but has no opener; the former page /export is gone', async () => {
  const answer = await site.request(`/wallet?projectId=${SHOP}`)
  expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
  expect(directiveOf(answer, 'script-src')).toBe("script-src 'self' 'sha256-script'")
  expect((await site.request('/export')).status).toBe(404)
})

const pathOf = (name: string) => (name === 'sdk' ? `/sdk?projectId=${SHOP}` : `/${name}`)

test.each(PAGES)('%s is served byte for byte as built, and any site may read it', async (name) => {
  const built = readFileSync(join(folder, `${name}.html`), 'utf8')
  for (const app of [site, siteWith({ services: 'https://elsewhere.example', isDevelopment: true })]) {
    const answer = await app.request(pathOf(name), { headers: { origin: 'https://shop.example' } })
    expect(await answer.text()).toBe(built)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    expect(directiveOf(answer, 'style-src')).toBe("style-src 'sha256-style'")
  }
})

test('pages get the services’ origins from a file, and no setting becomes part of a page', async () => {
  const answer = await site.request('/settings.json')
  expect(parse(SecureSiteSettings, await answer.json())).toEqual(settings)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/json',
    'access-control-allow-origin': '*',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
})

describe("a provider's answer posted to the return page", () => {
  const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
  const post = (body: string, headers: Record<string, string> = FORM) =>
    site.request('/back', { method: 'POST', headers, body })
  const USER = JSON.stringify({ name: { firstName: 'Zoë', lastName: 'O’Hara & Sons' } })

  test('is passed on in the fragment of a redirect, and is not logged', async () => {
    const before = lines.length
    const form = new URLSearchParams({ state: 's-secret', code: 'c-secret', user: USER, id_token: 't-secret' })
    const answer = await post(form.toString())
    expect([answer.status, await answer.text()]).toEqual([303, ''])
    const location = answer.headers.get('location') ?? ''
    expect(location).toMatch(/^\/back#/)
    expect(Object.fromEntries(new URLSearchParams(location.slice('/back#'.length)))).toEqual({
      code: 'c-secret',
      state: 's-secret',
      user: USER,
    })
    expect([answer.headers.get('referrer-policy'), answer.headers.get('cache-control')]).toEqual([
      'no-referrer',
      'no-store',
    ])
    await site.request('/back?code=c-secret&state=s-secret')
    expect(lines.slice(before)).toEqual([
      expect.stringContaining('"method":"POST","route":"/back","status":303'),
      expect.stringContaining('"method":"GET","route":"/back","status":200'),
    ])
    expect(lines.slice(before).join()).not.toMatch(/secret|Zo/)
  })

  test('can be a refusal by the visitor', async () => {
    const answer = await post('error=user_cancelled_authorize&state=abc')
    expect(answer.headers.get('location')).toBe('/back#state=abc&error=user_cancelled_authorize')
  })

  test.each([
    ['no state', 'code=1', FORM, 400],
    ['two states', 'code=1&state=2&state=3', FORM, 400],
    ['JSON', '{"code":"1","state":"2"}', { 'content-type': 'application/json' }, 400],
    ['no content type', 'code=1&state=2', { 'content-type': '' }, 400],
    ['a body that is too large', `state=1&user=${'x'.repeat(16_000)}`, FORM, 413],
  ])('with %s is refused, without a redirect', async (_, body, headers, status) => {
    const answer = await post(body, headers)
    expect([answer.status, answer.headers.get('location')]).toEqual([status, null])
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
  })

  test('cannot add anything else to the address', async () => {
    const answer = await post('state=%0D%0AX-Other%3A+1&code=a%26state%3Db%23c')
    expect(answer.headers.get('location')).toBe('/back#code=a%26state%3Db%23c&state=%0D%0AX-Other%3A+1')
    expect(answer.headers.get('x-other')).toBeNull()
  })
})

test('files are cached forever, and compressed for clients that support compression', async () => {
  const plain = await site.request('/assets/main-ABCD1234.js')
  expect([plain.status, plain.headers.get('content-encoding')]).toEqual([200, null])
  expect(Object.fromEntries(plain.headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    vary: 'Accept-Encoding',
  })
  const small = await site.request('/assets/main-ABCD1234.js', { headers: { 'accept-encoding': 'gzip, br' } })
  expect(small.headers.get('content-encoding')).toBe('br')
  expect((await small.arrayBuffer()).byteLength).toBeLessThan((await plain.arrayBuffer()).byteLength / 4)
  const picture = await site.request('/assets/mark-ABCD1234.png', { headers: { 'accept-encoding': 'br' } })
  expect([picture.headers.get('content-type'), picture.headers.get('content-encoding')]).toEqual(['image/png', null])
})

test.each([
  '/',
  '/sdk/',
  '/sdk.html',
  '/assets/',
  '/assets/none-ABCD1234.js',
  '/assets/main-ABCD1234.js.map',
  '/assets/../secret.txt',
  '/assets/%2e%2e%2fsecret.txt',
  '/assets/..%5csecret.txt',
  '/assets/%00.js',
  '/assets/.js',
  '/secret.txt',
  '/healthz/x',
])('there is nothing at %s', async (path) => {
  const answer = await site.request(path)
  expect([answer.status, await answer.text()]).toEqual([404, 'There is nothing at this address.\n'])
  expect(directiveOf(answer, 'default-src')).toBe("default-src 'none'")
})

test('POST requests to other paths are refused, and HEAD is answered like GET without a body', async () => {
  for (const path of [`/sdk?projectId=${SHOP}`, '/loading', '/device', '/assets/main-ABCD1234.js']) {
    expect((await site.request(path, { method: 'POST' })).status).toBe(404)
    const [head, get] = [await site.request(path, { method: 'HEAD' }), await site.request(path)]
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(head.headers.get('content-security-policy')).toBe(get.headers.get('content-security-policy'))
  }
})

describe('the allowed origins are requested from the services', () => {
  let services: FakeRest
  let url = ''
  beforeAll(async () => {
    services = await startFakeRest(sayingTo(''))
    url = services.url.origin
  })
  afterAll(() => services.close())

  test('once for concurrent visitors, and not for an invalid project id', async () => {
    services.behave(sayingTo(JSON.stringify({ allowedOrigins: ['https://shop.example'] })))
    const find = createAllowedOrigins(url, log).findOrigins
    expect(await Promise.all([find(SHOP), find(SHOP), find(SHOP)])).toEqual(Array(3).fill(['https://shop.example']))
    expect(await find('../admin')).toBeUndefined()
    expect(services.requests).toEqual([`/projects/v1/origins?projectId=${SHOP}`])
  })

  test('an unknown project has no origins', async () => {
    services.behave(sayingTo(JSON.stringify({ error: { code: 'project.unknown', message: '…' } }), 404))
    expect(await createAllowedOrigins(url, log).findOrigins(SHOP)).toBeUndefined()
  })

  test.each([
    ['that does not know the path', sayingTo('{"error":{"code":"route.unknown","message":""}}', 404)],
    ['that fails', sayingTo('{"allowedOrigins":["https://thief.example"]}', 503)],
    ['that sends unexpected JSON', sayingTo('{"allowedOrigins":"*"}')],
    ['that sends an empty body', sayingTo('')],
    [
      'that redirects elsewhere',
      ((_, response) => void response.writeHead(302, { location: '/other' }).end()) satisfies RestBehaviour,
    ],
    ['that sends an endless body', sayingTo(JSON.stringify({ allowedOrigins: ['x'.repeat(70_000)] }))],
  ])('an answer from a service %s is ignored, and the next visitor causes a new request', async (_, wrong) => {
    services.behave(wrong)
    const find = createAllowedOrigins(url, log).findOrigins
    await expect(find(SHOP)).rejects.toThrow()
    services.behave(sayingTo('{"allowedOrigins":[]}'))
    expect(await find(SHOP)).toEqual([])
  })
})
