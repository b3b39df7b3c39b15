import type { WebSocket } from 'ws'

/** Keeps connections alive through proxies and for clients that expect pings, and ends dead ones. */
export interface Heartbeat {
  watch(socket: WebSocket): void
  stop(): void
}

export function createHeartbeat(intervalMs: number): Heartbeat {
  /** Whether each socket has answered the last ping. */
  const sockets = new Map<WebSocket, boolean>()
  const beating = setInterval(() => {
    for (const [socket, hasAnswered] of sockets) {
      if (!hasAnswered) socket.terminate()
      else {
        sockets.set(socket, false)
        socket.ping()
      }
    }
  }, intervalMs).unref()

  return {
    watch(socket) {
      sockets.set(socket, true)
      socket.on('pong', () => sockets.set(socket, true))
      socket.once('close', () => sockets.delete(socket))
    },
    stop: () => clearInterval(beating),
  }
}
