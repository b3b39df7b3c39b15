import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** What the connections of one server may take from it. A connection that takes more is closed. */
export interface ConnectionLimits {
  /** Until the headers of a request have arrived. */
  readonly headersTimeoutMs: number
  /** Until a whole request has arrived, its body with it; over this it is answered with 408. */
  readonly requestTimeoutMs: number
  /** Without a byte in either direction. A client that does not read what it is sent is closed after this. */
  readonly silenceMaxMs: number
  /** From the headers of a request until its answer has left: for clients that read, but hardly anything. */
  readonly exchangeMaxMs: number
  /** Requests of one connection that wait for their answers. Browsers and proxies send one after the other. */
  readonly unansweredMax: number
  readonly requestsPerConnectionMax: number
  /** Of answers that one connection has not taken yet; room for the largest one. */
  readonly unsentBytesPerConnectionMax: number
  /** The same of all connections together; those that hold the most are closed first. */
  readonly unsentBytesMax: number
  /** Of a body that nobody reads, once its request was answered, … */
  readonly unreadBytesMax: number
  /** … and for how long its client may go on to send it: cut off earlier, it would not get to read why. */
  readonly unreadMaxMs: number
  /** How often all this is looked at. */
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

/** A request that is being answered, or was answered before its body had arrived. */
interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly beganAt: number
  /** Set when the answer has left, with how much the connection had read until then. */
  answered?: { readonly at: number; readonly bytesRead: number }
}

const unsentOf = (socket: Socket, exchanges: Iterable<Exchange>): number => {
  let bytes = socket.writableLength
  // What waits for the answers before it is in the response still.
  for (const { response } of exchanges) if (!response.socket) bytes += response.writableLength
  return bytes
}

function isOver(exchange: Exchange, socket: Socket, now: number, limits: ConnectionLimits): boolean {
  const { answered, beganAt } = exchange
  if (!answered) return now - beganAt > limits.exchangeMaxMs
  return now - answered.at > limits.unreadMaxMs || socket.bytesRead - answered.bytesRead > limits.unreadBytesMax
}

/** Closes connections that take more than their share; `stop` ends the watch. */
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
    // The next request begins only where the body of the one before has ended.
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
 * A server of `node:http` on which no connection takes more than its share of time and memory, whatever it sends and
 * however little it reads. Connections that were upgraded count with what they have not sent.
 */
export function createBoundedServer(listener: RequestListener, options: Partial<ConnectionLimits> = {}): Server {
  const limits = { ...CONNECTION_LIMITS, ...options }
  const server = createServer(
    {
      // The listener answers a request without a host itself, as JSON.
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
