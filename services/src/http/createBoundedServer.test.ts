import { EventEmitter, once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { type ConnectionLimits, createBoundedServer } from './createBoundedServer.ts'

/** Longer than a test may run, so that a limit only has an effect in the test that changes it. */
const FOREVER_MS = 3_600_000
const PATIENT: Partial<ConnectionLimits> = {
  headersTimeoutMs: FOREVER_MS,
  requestTimeoutMs: FOREVER_MS,
  silenceMaxMs: FOREVER_MS,
  exchangeMaxMs: FOREVER_MS,
  unreadMaxMs: FOREVER_MS,
  unreadBytesMax: Number.POSITIVE_INFINITY,
  lookEveryMs: 10,
}
/** More than the system buffers for a client that does not read. */
const LARGE = Buffer.alloc(30_000_000, 'x')
const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'

/** Emits the port of each client when its connection is closed. */
const closedPorts = new EventEmitter()
const servers: Server[] = []
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

async function serve(listener: RequestListener, limits: Partial<ConnectionLimits>) {
  const server = createBoundedServer(listener, { ...PATIENT, ...limits })
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  server.on('connection', (accepted) => {
    const { remotePort } = accepted
    accepted.once('close', () => closedPorts.emit(String(remotePort)))
  })
  return async () => {
    const socket = connect(port, '127.0.0.1')
    // A client that is cut off while it writes gets an error.
    socket.on('error', () => {})
    sockets.push(socket)
    await once(socket, 'connect')
    return socket
  }
}
/** Resolves when the server has closed the connection, which a client that does not read would not notice. */
const closed = (socket: Socket) => once(closedPorts, String(socket.localPort))
const answering =
  (body: string | Buffer): RequestListener =>
  (_, response) =>
    void response.end(body)

describe('connections over a limit', () => {
  test('a connection is closed if its client does not read the response', async () => {
    const open = await serve(answering(LARGE), {
      silenceMaxMs: 200,
      unsentBytesPerConnectionMax: Number.POSITIVE_INFINITY,
    })
    const socket = (await open()).pause()
    socket.write(GET)
    await closed(socket)
  })

  test('a connection is closed if its client reads too slowly', async () => {
    const open = await serve(answering(LARGE), {
      exchangeMaxMs: 300,
      unsentBytesPerConnectionMax: Number.POSITIVE_INFINITY,
    })
    const socket = await open()
    const dripping = setInterval(() => socket.read(1_000), 20)
    socket.on('readable', () => {})
    socket.write(GET)
    await closed(socket)
    clearInterval(dripping)
  })

  test('a connection is closed if its client sends requests without waiting for responses', async () => {
    let requests = 0
    const open = await serve(() => void requests++, { unansweredMax: 8 })
    const socket = await open()
    socket.write(GET.repeat(5_000))
    await closed(socket)
    expect(requests).toBeLessThan(5_000)
  })

  test('a connection is closed if it has more unsent bytes than the largest response', async () => {
    const open = await serve(answering(LARGE), { unsentBytesPerConnectionMax: 40_000_000 })
    const socket = (await open()).pause()
    socket.write(GET.repeat(3))
    await closed(socket)
  })

  test('the connection with the most unsent bytes is closed if all connections together exceed the limit', async () => {
    const open = await serve(
      (request, response) => void response.end(request.url === '/' ? LARGE : LARGE.subarray(0, 15_000_000)),
      {
        unsentBytesMax: 40_000_000,
        unsentBytesPerConnectionMax: Number.POSITIVE_INFINITY,
      },
    )
    const [small, large] = [(await open()).pause(), (await open()).pause()]
    small.write(GET.replace('/', '/small'))
    large.write(GET.repeat(2))
    await closed(large)
    expect((await text(small.resume().end())).length).toBeGreaterThan(15_000_000)
  })

  test('a connection is closed after an error response if its request does not end', async () => {
    const open = await serve((request, response) => void request.resume().once('end', () => response.end()), {
      requestTimeoutMs: 200,
      headersTimeoutMs: 200,
    })
    const socket = await open()
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n12345')
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /)
  })

  test.each([
    ['GET', 'takes too long', { unreadMaxMs: 100 }],
    ['POST', 'takes too long', { unreadMaxMs: 100 }],
    ['GET', 'is too long', { unreadBytesMax: 1_000_000 }],
    ['POST', 'is too long', { unreadBytesMax: 1_000_000 }],
  ])('a connection is closed if its %s has an unread body that %s', async (method, _, limits) => {
    const open = await serve(answering('no'), limits)
    const socket = await open()
    socket.write(`${method} / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`)
    const chunk = `fffff\r\n${'x'.repeat(0xfffff)}\r\n`
    const sending = setInterval(() => socket.writable && !socket.writableNeedDrain && socket.write(chunk), 20)
    await closed(socket)
    clearInterval(sending)
  })
})

test('an idle connection stays open longer than proxies keep their connections, and the response says how long', async () => {
  const socket = await (await serve(answering('here'), {}))()
  socket.write(GET)
  const [head] = await once(socket, 'data')
  expect(Number(/^keep-alive: timeout=(\d+)/im.exec(String(head))?.[1])).toBeGreaterThan(60)
})

test('an idle connection is closed after the idle time', async () => {
  const socket = await (await serve(answering('here'), { idleMs: 50 }))()
  socket.write(GET)
  await closed(socket)
})

test('eight parallel requests on one connection are answered, and so are a POST with an unread body and the next GET', async () => {
  const open = await serve(answering('here'), { unreadMaxMs: 1_000 })
  const socket = await open()
  socket.write(GET.repeat(7) + GET.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
  expect((await text(socket)).split('here')).toHaveLength(9)
  const other = await open()
  other.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n${'x'.repeat(100_000)}`)
  other.write(GET.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
  expect((await text(other)).split('here')).toHaveLength(3)
})

test('a client is not cut off if its POSTs get responses before their bodies have arrived', async () => {
  const open = await serve(answering('no'), { lookEveryMs: FOREVER_MS })
  const socket = await open()
  let said = ''
  socket.on('data', (data) => {
    said += data
  })
  for (let n = 1; n <= 30; n += 1) {
    // The response arrives before the body ends.
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n')
    while (said.split('HTTP/1.1 200').length <= n) await once(socket, 'data')
    socket.write('{}')
  }
  expect(socket.destroyed).toBe(false)
})
