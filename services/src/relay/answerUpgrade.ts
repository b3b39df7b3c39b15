import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/**
 * Answers a request that offered an upgrade nobody wants, as if it had not: RFC 9110 §7.8 lets a server ignore the offer,
 * and some clients make one (h2c) with everything they ask.
 */
export function answerUpgrade(server: Server, request: IncomingMessage, socket: Duplex) {
  const response = new ServerResponse(request)
  // Node reads no more requests from this line.
  response.shouldKeepAlive = false
  response.assignSocket(socket as Socket)
  response.once('finish', () => socket.end())
  server.emit('request', request, response)
}
