import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createPhonePage } from './server.mjs'

const settings = {
  projectId: '</script><script>alert(1)</script>',
  relayUrl: 'ws://localhost:4302/relay',
  networks: [
    { id: 'eip155:31337', name: 'Local', url: 'http://localhost:8545' },
    { id: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328', name: 'Regtest' },
  ],
}

let server: Server
let url: string

beforeAll(async () => {
  server = createServer(createPhonePage({ settings }).answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://localhost:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

test.each(['/', '/?uri=wc%3Aabc', '/wc?uri=wc%3Aabc'])(
  'the page is served at %s, a URL that other apps may link to',
  async (path) => {
    const response = await fetch(`${url}${path}`)
    expect(response.headers.get('content-type')).toContain('text/html')
    expect(response.status).toBe(200)
  },
)

test("the page can reach only the relay and the nodes of the page's networks", async () => {
  const { headers } = await fetch(url)
  const policy = headers.get('content-security-policy')
  expect(policy).toContain(`default-src 'none'`)
  expect(policy).toContain('connect-src ws://localhost:4302 http://localhost:8545;')
})

test('the page has no inline code, and pins every file that it loads by hash', async () => {
  const html = await (await fetch(url)).text()
  expect(html.match(/<script[^>]*>/g)).toHaveLength(2)
  expect(html).not.toContain('<script>')
  const pinned = [...html.matchAll(/(?:src|href)="(\/[^"]+)" integrity="([^"]+)"/g)].map(([, path, hash]) => [
    path,
    hash,
  ])
  expect(pinned.map(([path]) => path)).toEqual(['/tokens.css', '/phone.css', '/phone.js'])
  for (const [path, hash] of pinned) {
    const bytes = new Uint8Array(await (await fetch(`${url}${path}`)).arrayBuffer())
    expect(`sha384-${createHash('sha384').update(bytes).digest('base64')}`).toBe(hash)
  }
})

test('any other path is not found', async () => {
  for (const path of ['/package.json', '/src/page.ts', '/../server.mjs']) {
    expect((await fetch(`${url}${path}`)).status).toBe(404)
  }
})
