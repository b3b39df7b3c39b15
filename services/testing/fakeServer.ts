import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export interface FakeServer {
  readonly url: URL
  /** The number of open connections. */
  readonly connections: number
  /** Closes the server and all connections, including those with requests in progress. */
  close(): Promise<void>
}

/** A fake of a third-party server, on a free port. */
export async function startFakeServer(listener: RequestListener): Promise<FakeServer> {
  const sockets = new Set<Socket>()
  // The default of five seconds is shorter than a test on a busy machine, and a client may reuse what has just closed.
  const server = createServer({ keepAliveTimeout: 75_000 }, listener)
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    get connections() {
      return sockets.size
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
