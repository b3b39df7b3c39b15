import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLog } from '../log.ts'
import { createImageUpstream } from './createImageUpstream.ts'

const requests: string[] = []
const lines: string[] = []
let respond: (request: IncomingMessage, response: ServerResponse) => void

const server = createServer((request, response) => {
  requests.push(request.url ?? '')
  respond(request, response)
})
let base: string

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/registry/?projectId=s3cret`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  requests.length = 0
  lines.length = 0
})

const image = (type: string, content: string | Buffer) => (_: unknown, response: ServerResponse) =>
  response.writeHead(200, { 'Content-Type': type }).end(content)

let time: number
function open() {
  time = 0
  return createImageUpstream(
    base,
    createLog('warn', (line) => lines.push(line)),
    () => time,
  )
}

test('an image is fetched from the other registry once, whatever the number of requests', async () => {
  respond = image('Image/PNG; charset=binary', 'png')
  const upstream = open()
  const first = await Promise.all([upstream('/getWalletImage/', 'a-1'), upstream('/getWalletImage/', 'a-1')])
  expect([...first, await upstream('/getWalletImage/', 'a-1')]).toEqual(
    Array(3).fill({ type: 'image/png', content: new Uint8Array(Buffer.from('png')) }),
  )
  expect(requests).toEqual(['/registry/getWalletImage/a-1?projectId=s3cret'])
  time = 86_400_001
  await upstream('/getWalletImage/', 'a-1')
  expect(requests).toHaveLength(2)
})

test.each([
  ['a page', image('text/html', '<p>')],
  ['a script', image('text/javascript', 'alert(1)')],
  ['no content type', (_: unknown, response: ServerResponse) => response.end('png')],
  ['an empty body', image('image/png', '')],
  ['a body that is too large', image('image/png', Buffer.alloc(256_001))],
  [
    'an error',
    (_: unknown, response: ServerResponse) => response.writeHead(404, { 'Content-Type': 'image/png' }).end('x'),
  ],
  [
    'a redirect to another host',
    (_: unknown, response: ServerResponse) => response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end(),
  ],
  ['a broken connection', (request: IncomingMessage) => request.socket.destroy()],
])('%s is not an image, and is not requested again for a minute', async (_, answer) => {
  respond = answer as typeof respond
  const upstream = open()
  expect(await upstream('/getWalletImage/', 'a')).toBeUndefined()
  expect(await upstream('/getWalletImage/', 'a')).toBeUndefined()
  expect(requests).toHaveLength(1)
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toContain('s3cret')
  respond = image('image/webp', 'webp')
  time = 60_001
  expect((await upstream('/getWalletImage/', 'a'))?.type).toBe('image/webp')
})

test('a cached image is kept while the other registry fails', async () => {
  respond = image('image/avif', 'avif')
  const upstream = open()
  await upstream('/public/getAssetImage/', 'a')
  respond = (request) => request.socket.destroy()
  time = 86_400_001
  expect((await upstream('/public/getAssetImage/', 'a'))?.type).toBe('image/avif')
})

test.each(['', '.', '..', '../admin', 'a/b', 'a%2fb', 'a?b', 'a#b', 'a b', 'ä', 'x'.repeat(65)])(
  'the other registry gets no request for "%s"',
  async (id) => {
    expect(await open()('/getWalletImage/', id)).toBeUndefined()
    expect(requests).toEqual([])
  },
)

test('a visitor does not wait when too many images are requested at once', async () => {
  const waiting: ServerResponse[] = []
  respond = (_, response) => waiting.push(response)
  const upstream = open()
  const pending = Array.from({ length: 16 }, (_, index) => upstream('/public/getTokenImage/', `T${index}`))
  expect(await upstream('/public/getTokenImage/', 'T16')).toBeUndefined()
  while (waiting.length < 16) await new Promise(setImmediate)
  for (const response of waiting) image('image/gif', 'gif')(undefined, response)
  expect((await Promise.all(pending)).map((found) => found?.type)).toEqual(Array(16).fill('image/gif'))
})
