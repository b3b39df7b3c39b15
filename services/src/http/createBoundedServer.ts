import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The limits of a server's connections. A connection over a limit is closed. */
export interface ConnectionLimits {
  /** How long the headers of a request may take to arrive. */
  readonly headersTimeoutMs: number
  /** How long a whole request with its body may take to arrive; after that, the response is a 408. */
  readonly requestTimeoutMs: number
  /**
   * How long a connection may be idle between two requests. Longer than proxies keep their connections (nginx: 60 s): a
   * connection that the server closes while a proxy sends the next request on it costs the visitor a 502.
   */
  readonly idleMs: number
  /** How long no byte may be sent in either direction, for example because the client does not read. */
  readonly silenceMaxMs: number
  /** The maximum time from a request's headers until its response has been sent. Limits very slow clients. */
  readonly exchangeMaxMs: number
  /** The number of requests per connection that may be without a response. Browsers and proxies send one at a time. */
  readonly unansweredMax: number
  readonly requestsPerConnectionMax: number
  /** The number of unsent bytes per connection; the largest response is smaller. */
  readonly unsentBytesPerConnectionMax: number
  /** The number of unsent bytes of all connections together. The connections with the most are closed first. */
  readonly unsentBytesMax: number
  /** How many bytes of a request's body may still arrive after the response to it. */
  readonly unreadBytesMax: number
  /** How long a body may still arrive after the response. A client that is cut off earlier could not read the error. */
  readonly unreadMaxMs: number
  /** The interval at which the limits are checked. */
  readonly lookEveryMs: number
}

const CONNECTION_LIMITS: ConnectionLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 20_000,
  idleMs: 75_000,
  silenceMaxMs: 30_000,
  exchangeMaxMs: 120_000,
  unansweredMax: 8,
  requestsPerConnectionMax: 1_000,
  unsentBytesPerConnectionMax: 20_000_000,
  unsentBytesMax: 256_000_000,
  unreadBytesMax: 2_000_000,
  unreadMaxMs: 500,
  lookEveryMs: 100,
}

/** A request that has no response yet, or got one before its body arrived. */
interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly beganAt: number
  /** Set when the response has been sent; `bytesRead` is the number of bytes read from the connection until then. */
  answered?: { readonly at: number; readonly bytesRead: number }
}

const unsentOf = (socket: Socket, exchanges: Iterable<Exchange>): number => {
  let bytes = socket.writableLength
  // As long as a response waits for earlier ones, its bytes are in the response object, not in the socket.
  for (const { response } of exchanges) if (!response.socket) bytes += response.writableLength
  return bytes
}

function isOver(exchange: Exchange, socket: Socket, now: number, limits: ConnectionLimits): boolean {
  const { answered, beganAt } = exchange
  if (!answered) return now - beganAt > limits.exchangeMaxMs
  return now - answered.at > limits.unreadMaxMs || socket.bytesRead - answered.bytesRead > limits.unreadBytesMax
}

/** Closes connections over a limit. @returns a function that ends the watch */
function watchConnections(server: Server, limits: ConnectionLimits): () => void {
  const connections = new Map<Socket, Set<Exchange>>()

  server.on('connection', (socket) => {
    connections.set(socket, new Set())
    socket.once('close', () => connections.delete(socket))
  })
  server.prependListener('request', (request, response) => {
    const { socket } = request
    const exchanges = connections.get(socket)
    if (!exchanges) return
    // A new request only begins after the body of the previous one has ended.
    for (const before of exchanges) if (before.answered) exchanges.delete(before)
    const exchange: Exchange = { request, response, beganAt: performance.now() }
    exchanges.add(exchange)
    if (exchanges.size > limits.unansweredMax) socket.destroy()
    response.once('close', () => {
      if (request.complete) exchanges.delete(exchange)
      else exchange.answered = { at: performance.now(), bytesRead: socket.bytesRead }
    })
  })

  function look() {
    const now = performance.now()
    const unsent: [socket: Socket, bytes: number][] = []
    let total = 0
    for (const [socket, exchanges] of connections) {
      for (const exchange of exchanges) {
        if (exchange.answered && exchange.request.complete) exchanges.delete(exchange)
        else if (isOver(exchange, socket, now, limits)) socket.destroy()
      }
      const bytes = unsentOf(socket, exchanges)
      if (bytes > limits.unsentBytesPerConnectionMax) socket.destroy()
      else if (bytes > 0) {
        unsent.push([socket, bytes])
        total += bytes
      }
    }
    if (total <= limits.unsentBytesMax) return
    for (const [socket, bytes] of unsent.sort(([, one], [, other]) => other - one)) {
      socket.destroy()
      total -= bytes
      if (total <= limits.unsentBytesMax) return
    }
  }

  const looking = setInterval(look, limits.lookEveryMs).unref()
  return () => clearInterval(looking)
}

/**
 * A server of `node:http` that limits the time and memory of each connection, whatever the client sends and however
 * slowly it reads. For upgraded connections, the unsent bytes are limited as well.
 */
export function createBoundedServer(listener: RequestListener, options: Partial<ConnectionLimits> = {}): Server {
  const limits = { ...CONNECTION_LIMITS, ...options }
  const server = createServer(
    {
      // The listener itself responds to a request without a host, with JSON.
      requireHostHeader: false,
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      keepAliveTimeout: limits.idleMs,
      connectionsCheckingInterval: Math.min(1_000, limits.requestTimeoutMs / 2),
    },
    listener,
  )
  server.timeout = limits.silenceMaxMs
  server.maxRequestsPerSocket = limits.requestsPerConnectionMax
  server.once('close', watchConnections(server, limits))
  return server
}
