import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/**
 * Answers a request with an unsupported upgrade as a normal one: RFC 9110 §7.8 lets a server ignore the offer, and some
 * clients offer an upgrade (h2c) with every request.
 */
export function answerUpgrade(server: Server, request: IncomingMessage, socket: Duplex) {
  const response = new ServerResponse(request)
  // After an upgrade request, Node.js reads no more requests from the connection.
  response.shouldKeepAlive = false
  response.assignSocket(socket as Socket)
  response.once('finish', () => socket.end())
  server.emit('request', request, response)
}
