import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { fileWithin, serveFiles } from '../../../scripts/serve.mjs'

const PROGRAM = `// ${'a program '.repeat(100)}`
const SECRET = 'not for anybody'

interface Answer {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Sends a path unchanged and decodes nothing, unlike `fetch`. */
function ask(url: string, path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<Answer>((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const sent = request({ hostname, port, path, method, headers, agent: false }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) }),
      )
    })
    sent.once('error', reject).end()
  })
}

describe('the static file server', () => {
  let folder: string
  let root: string
  let server: Awaited<ReturnType<typeof serveFiles>>

  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const get = (path: string, headers?: Record<string, string>) => ask(server.url, path, headers)

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portico-serve-'))
    root = join(folder, 'public')
    writeFileSync(join(folder, 'secret.txt'), SECRET)
    mkdirSync(join(folder, 'public-not'))
    writeFileSync(join(folder, 'public-not', 'secret.txt'), SECRET)
    write('portico.js', PROGRAM)
    write('shell/1.0.0/shell.js', PROGRAM)
    server = await serveFiles({ root, port: 0 })
  })

  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })

  test.each([
    ['a.js', 'text/javascript; charset=utf-8'],
    ['a.mjs', 'text/javascript; charset=utf-8'],
    ['a.json', 'application/json; charset=utf-8'],
    ['a.map', 'application/json; charset=utf-8'],
    ['a.html', 'text/html; charset=utf-8'],
    ['a.css', 'text/css; charset=utf-8'],
    ['a.txt', 'text/plain; charset=utf-8'],
    ['a.svg', 'image/svg+xml'],
    ['a.unknown', 'application/octet-stream'],
  ])('serves %s as %s', async (path, type) => {
    write(path, 'text')
    expect(await get(`/${path}`)).toMatchObject({ status: 200, headers: { 'content-type': type } })
  })

  test('lets any origin embed, read and time its files, and adds the headers it was given', async () => {
    for (const path of ['/portico.js', '/missing.js']) {
      expect((await get(path)).headers).toMatchObject({
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'timing-allow-origin': '*',
        'x-content-type-options': 'nosniff',
      })
    }
  })

  test.each([
    ['/portico.js', 'no-cache'],
    ['/shell/1.0.0/shell.js', 'public, max-age=31536000, immutable'],
    ['/shell/1.0.0/../../portico.js', 'no-cache'],
    ['/shell/1.0.0/missing.js', 'no-cache'],
  ])('%s may be cached: %s', async (path, cacheControl) => {
    expect((await get(path)).headers['cache-control']).toBe(cacheControl)
  })

  test('compresses as the client accepts, with a strong ETag for each encoding', async () => {
    const plain = await get('/portico.js')
    const br = await get('/portico.js', { 'accept-encoding': 'gzip, deflate, br' })
    const gzip = await get('/portico.js', { 'accept-encoding': 'br;q=0, gzip' })
    expect(plain.body.toString()).toBe(PROGRAM)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(br.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(br.body).toString()).toBe(PROGRAM)
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.body).toString()).toBe(PROGRAM)
    const etags = [plain, br, gzip].map(({ headers }) => headers.etag)
    expect(new Set(etags).size).toBe(3)
    for (const etag of etags) expect(etag).toMatch(/^"[\w-]+"$/)
    expect(br.headers.vary).toBe('accept-encoding')
  })

  test('answers 304 to a client that has the file, and 200 once the file has changed', async () => {
    write('changing.txt', 'before')
    const { etag = '' } = (await get('/changing.txt')).headers
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      expect(await get('/changing.txt', { 'if-none-match': known })).toMatchObject({ status: 304, body: Buffer.of() })
    }
    expect((await get('/changing.txt', { 'if-none-match': '"other"' })).status).toBe(200)
    write('changing.txt', 'behind')
    const changed = await get('/changing.txt', { 'if-none-match': etag })
    expect(changed.status).toBe(200)
    expect(changed.body.toString()).toBe('behind')
  })

  test('serves a file added after the start', async () => {
    expect((await get('/remotes/late.js')).status).toBe(404)
    write('remotes/late.js', PROGRAM)
    expect((await get('/remotes/late.js')).status).toBe(200)
  })

  test.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/shell/../../secret.txt',
    '/../public-not/secret.txt',
    '/..\\secret.txt',
    '/%00',
    '/%',
    '/',
    '/shell',
  ])('has nothing at %s', async (path) => {
    const { status, body } = await get(path)
    expect(status).toBe(404)
    expect(body.toString()).not.toContain(SECRET)
  })

  test('supports GET and HEAD only', async () => {
    const head = await ask(server.url, '/portico.js', {}, 'HEAD')
    expect(head).toMatchObject({
      status: 200,
      headers: { 'content-length': String(PROGRAM.length) },
      body: Buffer.of(),
    })
    const post = await ask(server.url, '/portico.js', {}, 'POST')
    expect(post).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } })
  })

  test('reports which port is in use and what to do', async () => {
    await expect(serveFiles({ root, port: server.port })).rejects.toThrow(
      `Port ${server.port} is in use: end the program that uses it, or set PORT_OFFSET`,
    )
  })
})

test.each([
  ['/a.js', '/root/a.js'],
  ['/a/', '/root/a/index.html'],
  ['a.js', '/root/a.js'],
  ['/a/../b.js', '/root/b.js'],
  ['/', '/root/index.html'],
  ['/..', undefined],
  ['/../root', undefined],
  ['/../root-not/a.js', undefined],
  ['//etc/passwd', '/root/etc/passwd'],
  ['/a\0.js', undefined],
])('within /root, %j is %j', (path, file) => {
  expect(fileWithin('/root', path)).toBe(file)
})
