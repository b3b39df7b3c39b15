import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** A closing server lets the answers in flight finish for this long. */
const CLOSE_PATIENCE_MS = 5_000

/**
 * Watches the connections of a server that has not begun to listen.
 * @returns takes no more of them, lets the answers in flight finish, and resolves when all are closed
 */
export function createCloseServer(server: Server, patienceMs = CLOSE_PATIENCE_MS): () => Promise<void> {
  const sockets = new Set<Socket>()
  let isClosing = false

  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  // Node closes those that are idle now, not those that become so.
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
      // What has never said anything is not idle for Node: it might be about to ask.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    })
}
