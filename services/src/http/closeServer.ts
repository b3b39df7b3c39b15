import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** How long a closing server waits for responses that are in progress. */
const CLOSE_PATIENCE_MS = 5_000

/**
 * Tracks the connections of a server that is not listening yet.
 * @returns a function that closes the server: it refuses new connections, finishes responses in progress, and resolves
 *   when all connections are closed
 */
export function createCloseServer(server: Server, patienceMs = CLOSE_PATIENCE_MS): () => Promise<void> {
  const sockets = new Set<Socket>()
  let isClosing = false

  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  // Node closes the connections that are idle now, but not those that become idle later.
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
      // Node does not consider a new, silent connection idle, because it could be about to send a request.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    })
}
