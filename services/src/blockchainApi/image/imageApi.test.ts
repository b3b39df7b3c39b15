import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { IMAGE_PATH } from '@portico/contracts/services/nfts'
import { assert, asyncProperty, constantFrom, oneof, string, uint8Array } from 'fast-check'
import { createApp } from '../../http/createApp.ts'
import { createLog } from '../../log.ts'
import { createKnownProjects } from '../../projectConfig/knownProjects.ts'
import { sampleFeatures } from '../../projectConfig/seedProject.ts'
import { createImages, readImage } from './createImages.ts'
import { createPublicFetch, type PublicFetchOptions } from './fetchPublic.ts'
import { imageApi } from './imageApi.ts'

const SHOP = '0'.repeat(31) + 1
const CID = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
/** In these tests, OUTSIDE represents the public web, and INSIDE the private network. */
const OUTSIDE = '127.0.0.2'
const INSIDE = '127.0.0.1'
const MAX_BYTES = 2_000_000

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><script>alert(1)</script><rect onload="x" width="8"/></svg>'
const CLEAN_SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8"/></svg>'

type Respond = (request: IncomingMessage, response: ServerResponse) => void

/** Starts a server on one address of this machine. */
async function serve(host: string, port = 0) {
  const requests: string[] = []
  const sockets = new Set<Socket>()
  const behaviour: { respond: Respond } = { respond: (_, response) => response.end(PNG) }
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    behaviour.respond(request, response)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await once(server.listen(port, host), 'listening')
  return {
    requests,
    sockets,
    behaviour,
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

let outside: Awaited<ReturnType<typeof serve>>
let inside: Awaited<ReturnType<typeof serve>>
let web: string

beforeAll(async () => {
  outside = await serve(OUTSIDE)
  inside = await serve(INSIDE, outside.port)
  web = `http://${OUTSIDE}:${outside.port}`
})
afterAll(() => Promise.all([outside.close(), inside.close()]))
beforeEach(() => {
  for (const server of [outside, inside]) {
    server.requests.length = 0
    server.behaviour.respond = (_, response) => response.end(PNG)
  }
})

let time = 0

function service(options: Partial<PublicFetchOptions> = {}) {
  const log = createLog('error', () => {})
  const project = { id: SHOP, isAnalyticsEnabled: false, features: sampleFeatures, remotes: {}, allowedOrigins: [] }
  const projects = createKnownProjects(async (id) => (id === SHOP ? project : undefined))
  const fetchPublic = createPublicFetch({
    gateway: new URL('https://ipfs.example/ipfs/'),
    morePorts: [outside.port],
    isAllowed: (ip) => ip === OUTSIDE,
    waitMs: 1_000,
    ...options,
  })
  return createApp(log).route(
    '/',
    imageApi(
      { projects },
      createImages(fetchPublic, () => time),
    ),
  )
}

const ask = (url: string, app = service(), headers: Record<string, string> = {}) =>
  app.request(`http://services.example${IMAGE_PATH}?${new URLSearchParams({ url, projectId: SHOP })}`, { headers })

async function expectRefused(answer: Response, status: number, code: string) {
  expect([answer.status, await answer.json()]).toEqual([
    status,
    expect.objectContaining({ error: expect.objectContaining({ code }) }),
  ])
  expect(answer.headers.get('cache-control')).toBe('no-store')
}

const saying =
  (body: string | Buffer, headers: Record<string, string> = {}, status = 200): Respond =>
  (_, response) =>
    void response.writeHead(status, headers).end(body)

const leadingTo = (location: string, status = 302): Respond => saying('', { Location: location }, status)

describe('images of collections', () => {
  test('an image is sent with the type that its bytes have, may be cached, and cannot run scripts', async () => {
    outside.behaviour.respond = saying(PNG, { 'Content-Type': 'text/html', 'Set-Cookie': 'a=b' })
    const app = service()
    const answer = await ask(`${web}/1.png`, app)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=86400, immutable',
      'content-disposition': 'inline',
    })
    expect(answer.headers.has('set-cookie')).toBe(false)
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(PNG)

    const etag = answer.headers.get('etag') ?? ''
    expect(etag).toMatch(/^".+"$/)
    expect((await ask(`${web}/1.png`, app, { 'If-None-Match': etag })).status).toBe(304)
    outside.behaviour.respond = saying(CLEAN_SVG)
    expect((await ask(`${web}/2.svg`, app, { 'If-None-Match': etag })).status).toBe(200)
  })

  test('an SVG image is rewritten without active content', async () => {
    outside.behaviour.respond = saying(SVG, { 'Content-Type': 'image/svg+xml' })
    for (const url of [
      `${web}/1.svg`,
      `data:image/svg+xml;utf8,${SVG}`,
      `data:;base64,${Buffer.from(SVG).toString('base64')}`,
    ]) {
      const answer = await ask(url)
      expect([answer.headers.get('content-type'), await answer.text()]).toEqual(['image/svg+xml', CLEAN_SVG])
    }
  })

  test('an image is fetched once for all visitors, and again after a day', async () => {
    const app = service()
    const [first, second] = await Promise.all([ask(`${web}/1.png`, app), ask(`${web}/1.png`, app)])
    const third = await ask(`${web}/1.png`, app)
    expect([first.status, second.status, third.status]).toEqual([200, 200, 200])
    expect(outside.requests).toEqual(['/1.png'])
    time += 86_400_001
    await ask(`${web}/1.png`, app)
    expect(outside.requests).toHaveLength(2)
  })

  test('an image is found behind three redirects, but not behind four', async () => {
    outside.behaviour.respond = (request, response) => {
      const left = Number(request.url?.slice(1))
      if (left > 0) leadingTo(`/${left - 1}`, [301, 302, 303, 307, 308][left])(request, response)
      else response.end(PNG)
    }
    expect((await ask(`${web}/3`)).status).toBe(200)
    await expectRefused(await ask(`${web}/4`), 404, 'image.unknown')
  })

  test('an image is requested without any data about the visitor', async () => {
    let headers: IncomingMessage['headers'] = {}
    outside.behaviour.respond = (request, response) => {
      headers = request.headers
      response.end(PNG)
    }
    await ask(`${web}/1.png`, service(), {
      Cookie: 'a=b',
      Referer: 'https://shop.example',
      'X-Forwarded-For': '1.1.1.1',
    })
    expect(Object.keys(headers).sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent'])
  })

  test('an IPFS image comes from the gateway, which may be private, but the gateway’s redirects are checked', async () => {
    const app = service({ gateway: new URL(`http://${INSIDE}:${inside.port}/ipfs/`) })
    expect((await ask(`ipfs://${CID}/1.png`, app)).status).toBe(200)
    expect(inside.requests).toEqual([`/ipfs/${CID}/1.png`])
    inside.behaviour.respond = leadingTo('/admin')
    await expectRefused(await ask(`ipfs://${CID}/2.png`, app), 400, 'request.invalid')
    expect(inside.requests).toEqual([`/ipfs/${CID}/1.png`, `/ipfs/${CID}/2.png`])
    await expectRefused(await ask(`http://${INSIDE}:${inside.port}/ipfs/${CID}/1.png`, app), 400, 'request.invalid')
  })
})

describe('strangers cannot reach the private network through this service', () => {
  const forms = [
    (port: number) => `http://${INSIDE}:${port}/secret`,
    (port: number) => `http://127.1:${port}/secret`,
    (port: number) => `http://2130706433:${port}/secret`,
    (port: number) => `http://0x7f000001:${port}/secret`,
    (port: number) => `http://0177.0.0.1:${port}/secret`,
    (port: number) => `http://[::ffff:${INSIDE}]:${port}/secret`,
    (port: number) => `http://[::ffff:7f00:1]:${port}/secret`,
    (port: number) => `http://[64:ff9b::${INSIDE}]:${port}/secret`,
    (port: number) => `http://0.0.0.0:${port}/secret`,
    (port: number) => `http://localhost:${port}/secret`,
    (port: number) => `http://localhost.localdomain:${port}/secret`,
    (port: number) => `http://inside.example:${port}/secret`,
  ]

  test.each(forms.map((form) => [form(7), form] as const))('a request to %s is refused', async (_, form) => {
    const resolve = async () => [{ address: INSIDE, family: 4 }]
    const address = form(inside.port)
    await expectRefused(await ask(address, service({ resolve })), 400, 'request.invalid')
    outside.behaviour.respond = leadingTo(address)
    await expectRefused(await ask(`${web}/redirect`, service({ resolve })), 400, 'request.invalid')
    expect(inside.requests).toEqual([])
    expect(inside.sockets.size).toBe(0)
  })

  test('the default rules refuse the names and addresses of this machine and its network', async () => {
    const app = service({ isAllowed: undefined })
    for (const host of [INSIDE, '[::1]', 'localhost.', '169.254.169.254', '10.0.0.1']) {
      await expectRefused(await ask(`http://${host}:${inside.port}/secret`, app), 400, 'request.invalid')
    }
    expect(inside.requests).toEqual([])
  })

  test('a host with one public and one private address is refused', async () => {
    const resolve = async () => [OUTSIDE, INSIDE].map((address) => ({ address, family: 4 }))
    await expectRefused(await ask(`http://both.example:${inside.port}/`, service({ resolve })), 400, 'request.invalid')
    expect([...outside.requests, ...inside.requests]).toEqual([])
  })

  test('a host name whose address changes is checked again for every connection', async () => {
    const answers = [OUTSIDE, INSIDE]
    let looked = 0
    const resolve = async () => [{ address: answers[looked++] ?? INSIDE, family: 4 }]
    const app = service({ resolve })
    // The connection uses the checked address, however often the host name’s address changes.
    expect((await ask(`http://rebind.example:${outside.port}/1.png`, app)).status).toBe(200)
    expect([looked, outside.requests, inside.requests]).toEqual([1, ['/1.png'], []])
    // Each new connection is checked again, for example after a redirect.
    looked = 0
    outside.behaviour.respond = leadingTo('/secret')
    await expectRefused(await ask(`http://rebind.example:${outside.port}/2.png`, app), 400, 'request.invalid')
    expect([looked, inside.requests]).toEqual([2, []])
  })

  test.each(['file:///etc/passwd', 'ftp://a.example/', 'data:image/png;base64,iVBORw0KGgo=', 'javascript:alert(1)'])(
    'a redirect to %s is refused',
    async (location) => {
      outside.behaviour.respond = leadingTo(location)
      await expectRefused(await ask(`${web}/1.png`), 400, 'request.invalid')
    },
  )

  test('a redirect with a user name, or to another port, is refused', async () => {
    for (const location of [
      `http://user@${OUTSIDE}:${outside.port}/`,
      `http://${OUTSIDE}:${outside.port === 9 ? 8 : 9}/`,
    ]) {
      outside.behaviour.respond = leadingTo(location)
      await expectRefused(await ask(`${web}/1.png`), 400, 'request.invalid')
    }
  })
})

describe('responses without an acceptable image', () => {
  test.each<[string, Respond]>([
    ['a page', saying('<html><script>alert(1)</script></html>', { 'Content-Type': 'image/png' })],
    ['a script', saying('alert(1)', { 'Content-Type': 'image/svg+xml' })],
    ['an empty body', saying('')],
    ['a video', saying(Buffer.from('0000001c66747970697361f6d00000200', 'hex'), { 'Content-Type': 'image/avif' })],
    ['an announced body that is too large', saying('', { 'Content-Length': String(MAX_BYTES + 1) })],
    ['a body that is too large', (_, response) => void response.write(Buffer.concat([PNG, Buffer.alloc(MAX_BYTES)]))],
    ['a compressed body', saying(gzipSync(PNG), { 'Content-Encoding': 'gzip' })],
    [
      'an image with too many pixels',
      saying(Buffer.concat([PNG.subarray(0, 16), Buffer.alloc(8, 0x7f), PNG.subarray(24)])),
    ],
    ['an error', saying(PNG, {}, 404)],
    ['a partial response', saying(PNG, {}, 206)],
    ['a redirect without a location', saying('', {}, 302)],
    ['a broken connection', (request) => void request.socket.destroy()],
    [
      'a truncated body',
      (_, response) => {
        response.writeHead(200, { 'Content-Length': '1000' })
        response.write(PNG, () => response.destroy())
      },
    ],
    ['no response', () => {}],
    [
      'an SVG with entities of its own',
      saying(`<svg xmlns="http://www.w3.org/2000/svg"><!DOCTYPE a [<!ENTITY a "b">]></svg>`),
    ],
    [
      'an SVG with multiplying references',
      saying(
        `<svg xmlns="http://www.w3.org/2000/svg">${Array.from({ length: 9 }, (_, at) => `<g id="g${at}">${at ? `<use href="#g${at - 1}"/>`.repeat(9) : '<path/>'}</g>`).join('')}</svg>`,
      ),
    ],
  ])('%s is refused', async (_, respond) => {
    outside.behaviour.respond = respond
    const app = service()
    await expectRefused(await ask(`${web}/1.png`, app), 404, 'image.unknown')
    // The failure is cached for a minute.
    outside.behaviour.respond = saying(PNG)
    await expectRefused(await ask(`${web}/1.png`, app), 404, 'image.unknown')
    time += 60_001
    expect((await ask(`${web}/1.png`, app)).status).toBe(200)
  })

  test('an endless trickle that starts like an image is refused', async () => {
    let drops = 0
    outside.behaviour.respond = (_, response) => {
      const timer = setInterval(() => response.write(PNG.subarray(drops, ++drops)), 20)
      response.once('close', () => clearInterval(timer))
    }
    await expectRefused(await ask(`${web}/1.png`, service({ waitMs: 300 })), 404, 'image.unknown')
    expect(drops).toBeGreaterThan(1)
    // Waits until no connection is left open.
    while (outside.sockets.size > 0) await new Promise(setImmediate)
  })

  test('an image of the maximum size is accepted, and an image that is one byte larger is refused', async () => {
    const app = service()
    outside.behaviour.respond = saying(Buffer.concat([PNG], MAX_BYTES))
    expect((await ask(`${web}/1.png`, app)).status).toBe(200)
    outside.behaviour.respond = saying(Buffer.concat([PNG], MAX_BYTES + 1))
    await expectRefused(await ask(`${web}/2.png`, app), 404, 'image.unknown')
  })

  test('an image on a host without an address, or on an unknown host, is refused', async () => {
    const resolve = async () => []
    await expectRefused(await ask(`http://a.example:${outside.port}/`, service({ resolve })), 404, 'image.unknown')
    const broken = async () => {
      throw new Error('ENOTFOUND')
    }
    await expectRefused(
      await ask(`http://a.example:${outside.port}/`, service({ resolve: broken })),
      404,
      'image.unknown',
    )
  })
})

test('if too many images are requested at once, some requests wait in a queue, and the rest get a retry time', async () => {
  const waiting: ServerResponse[] = []
  outside.behaviour.respond = (_, response) => waiting.push(response)
  const app = service({ waitMs: 20_000 })
  const pending = Array.from({ length: 64 + 512 }, (_, at) => ask(`${web}/${at}.png`, app))
  while (waiting.length < 64) await new Promise(setImmediate)
  const refused = await ask(`${web}/last.png`, app)
  expect(refused.headers.get('retry-after')).toBe('1')
  await expectRefused(refused, 429, 'rate.limited')
  expect(outside.requests).toHaveLength(64)
  outside.behaviour.respond = saying(PNG)
  for (const response of waiting) response.end(PNG)
  expect(new Set((await Promise.all(pending)).map(({ status }) => status))).toEqual(new Set([200]))
  expect((await ask(`${web}/last.png`, app)).status).toBe(200)
})

test.each([
  ['project.missing', 401, { url: 'data:,' }],
  ['project.malformed', 401, { url: 'data:,', projectId: 'shop' }],
  ['project.unknown', 404, { url: 'data:,', projectId: 'f'.repeat(32) }],
  ['request.invalid', 400, { projectId: SHOP }],
  ['request.invalid', 400, { projectId: SHOP, url: '' }],
  ['request.invalid', 400, { projectId: SHOP, url: 'shop.png' }],
])('the image error %s has the status %i', async (code, status, query) => {
  const answer = await service().request(
    `http://services.example${IMAGE_PATH}?${new URLSearchParams(query as Record<string, string>)}`,
  )
  await expectRefused(answer, status, code)
})

test('every response is an image or an error with a code', async () => {
  const app = service({ resolve: async () => [{ address: INSIDE, family: 4 }] })
  const parts = constantFrom(
    'http://',
    'https://',
    'ipfs://',
    'data:',
    'image/svg+xml',
    ',',
    '<svg',
    '/>',
    'a.example',
    '[::1]',
    '@',
    '%',
    '/',
    CID,
  )
  await assert(
    asyncProperty(oneof(string(), string({ unit: parts, maxLength: 8 })), async (url) => {
      const answer = await ask(url, app)
      if (answer.status === 200) expect(answer.headers.get('content-type')).toMatch(/^image\//)
      else {
        expect([400, 404]).toContain(answer.status)
        expect(await answer.json()).toHaveProperty('error.code')
      }
    }),
    { numRuns: 100 },
  )
  expect(inside.requests).toEqual([])
})

const TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/svg+xml']

test('any bytes are either read as an image of a known type, or refused', async () => {
  const heads = constantFrom(
    '',
    '\x89PNG\r\n\x1a\n',
    '\xff\xd8\xff',
    'GIF89a',
    'RIFF0000WEBP',
    '\0\0\0\x1cftypavif',
    '<svg',
    '\xff\xfe',
  )
  await assert(
    asyncProperty(heads, uint8Array({ maxLength: 64 }), async (head, rest) => {
      const bytes = Uint8Array.from(Buffer.concat([Buffer.from(head, 'latin1'), rest]))
      const image = readImage(bytes)
      if (!image) return
      expect(TYPES).toContain(image.type)
      if (image.type !== 'image/svg+xml') expect(image.content).toBe(bytes)
    }),
    { numRuns: 100 },
  )
})
