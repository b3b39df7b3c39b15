import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** How long a closing server lets answers in flight finish. */
const CLOSE_PATIENCE_MS = 5_000

/**
 * Tracks the connections of a server that is not yet listening.
 * @returns closes the server: refuses new connections, lets answers in flight finish, and resolves when all are closed
 */
export function createCloseServer(server: Server, patienceMs = CLOSE_PATIENCE_MS): () => Promise<void> {
  const sockets = new Set<Socket>()
  let isClosing = false

  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  // Node closes connections that are idle now, not those that become idle later.
  server.on('request', (_, response) => {
    response.once('close', () => setImmediate(() => isClosing && server.closeIdleConnections()))
  })

  return () =>
    new Promise((resolve) => {
      isClosing = true
      const patience = setTimeout(() => server.closeAllConnections(), patienceMs)
      server.close(() => {
        clearTimeout(patience)
        resolve()
      })
      // Node does not consider a silent new connection idle, because it might be about to send a request.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    })
}
