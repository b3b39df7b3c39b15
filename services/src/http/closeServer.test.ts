import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { createCloseServer } from './closeServer.ts'

/** Longer than a test may run, so that a test fails if it has to wait this long. */
const FOREVER_MS = 3_600_000

async function listening(server: Server) {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

test('a connection on which nothing was sent does not keep a process from stopping', async () => {
  const server = createServer()
  const close = createCloseServer(server, FOREVER_MS)
  const socket = connect(await listening(server), '127.0.0.1')
  const closed = once(socket, 'close')
  await once(server, 'connection')
  await close()
  await closed
})

test('stopping closes an idle kept-alive connection at once, but finishes a pending response', async () => {
  const server = createServer({ keepAliveTimeout: FOREVER_MS }, (request, response) => {
    if (request.url === '/slow') server.emit('asked', response)
    else response.end('kept alive')
  })
  const close = createCloseServer(server, FOREVER_MS)
  const port = await listening(server)
  const idle = connect(port, '127.0.0.1')
  idle.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(idle, 'data')
  const busy = connect(port, '127.0.0.1')
  busy.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n')
  const [response] = await once(server, 'asked')
  const said = text(busy)
  const stopped = close()
  await once(idle, 'close')
  response.end('the answer')
  expect(await said).toContain('the answer')
  await stopped
})

test('a client whose response is still not ready after the waiting time is cut off', async () => {
  const server = createServer()
  const close = createCloseServer(server, 10)
  const socket = connect(await listening(server), '127.0.0.1')
  const closed = once(socket, 'close')
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(server, 'request')
  await close()
  await closed
})
