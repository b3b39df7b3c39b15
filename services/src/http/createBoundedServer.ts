import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Limits of a server's connections. A connection over a limit is closed. */
export interface ConnectionLimits {
  /** Until the headers of a request have arrived. */
  readonly headersTimeoutMs: number
  /** Until a whole request with its body has arrived; after this it gets a 408. */
  readonly requestTimeoutMs: number
  /** Without a byte in either direction, as with a client that does not read. */
  readonly silenceMaxMs: number
  /** From a request's headers until its answer has left: for clients that read very slowly. */
  readonly exchangeMaxMs: number
  /** Unanswered requests per connection. Browsers and proxies send one at a time. */
  readonly unansweredMax: number
  readonly requestsPerConnectionMax: number
  /** Unsent bytes of answers per connection; fits the largest one. */
  readonly unsentBytesPerConnectionMax: number
  /** Unsent bytes of all connections together; those with the most are closed first. */
  readonly unsentBytesMax: number
  /** Bytes of an unread body after its request was answered, … */
  readonly unreadBytesMax: number
  /** … and how long its client may go on sending: cut off earlier, it could not read the error. */
  readonly unreadMaxMs: number
  /** Interval of the checks. */
  readonly lookEveryMs: number
}

const CONNECTION_LIMITS: ConnectionLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 20_000,
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

/** A request being answered, or answered before its body has arrived. */
interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly beganAt: number
  /** Set when the answer has left, with the connection's bytes read until then. */
  answered?: { readonly at: number; readonly bytesRead: number }
}

const unsentOf = (socket: Socket, exchanges: Iterable<Exchange>): number => {
  let bytes = socket.writableLength
  // Answers queued behind earlier ones are still in the response.
  for (const { response } of exchanges) if (!response.socket) bytes += response.writableLength
  return bytes
}

function isOver(exchange: Exchange, socket: Socket, now: number, limits: ConnectionLimits): boolean {
  const { answered, beganAt } = exchange
  if (!answered) return now - beganAt > limits.exchangeMaxMs
  return now - answered.at > limits.unreadMaxMs || socket.bytesRead - answered.bytesRead > limits.unreadBytesMax
}

/** Closes connections over a limit; `stop` ends the watch. */
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
    // A new request begins only after the previous body has ended.
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
 * A server of `node:http` that limits each connection's time and memory, whatever it sends and however slowly it reads.
 * Upgraded connections count with their unsent bytes.
 */
export function createBoundedServer(listener: RequestListener, options: Partial<ConnectionLimits> = {}): Server {
  const limits = { ...CONNECTION_LIMITS, ...options }
  const server = createServer(
    {
      // The listener itself answers a request without a host, as JSON.
      requireHostHeader: false,
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      connectionsCheckingInterval: Math.min(1_000, limits.requestTimeoutMs / 2),
    },
    listener,
  )
  server.timeout = limits.silenceMaxMs
  server.maxRequestsPerSocket = limits.requestsPerConnectionMax
  server.once('close', watchConnections(server, limits))
  return server
}
