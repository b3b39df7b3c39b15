import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/**
 * Answers a request with an unsupported upgrade as a normal one: RFC 9110 §7.8 lets a server ignore the offer, and some
 * clients make one (h2c) with every request.
 */
export function answerUpgrade(server: Server, request: IncomingMessage, socket: Duplex) {
  const response = new ServerResponse(request)
  // Node reads no more requests from this connection.
  response.shouldKeepAlive = false
  response.assignSocket(socket as Socket)
  response.once('finish', () => socket.end())
  server.emit('request', request, response)
}
