import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { Socket } from 'node:net'
import type { Place } from '../http/createRoom.ts'
import { CONNECTIONS_PER_UPSTREAM } from './limits.ts'

interface ExchangeLimits {
  /** From the call until the last byte of the answer. */
  readonly timeoutMs: number
  readonly maxBytes: number
  /** If given, counts the memory that the answer takes. */
  readonly place?: Pick<Place, 'take'> | undefined
}

export interface HttpAnswer {
  readonly status: number
  readonly text: string
  /** The value of `Retry-After`, as sent. */
  readonly retryAfter?: string
}

/** Some public nodes refuse clients without a user agent. */
const HEADERS = { 'Content-Type': 'application/json', 'User-Agent': 'portico-services' }

/** A `reason`: the answer is too large, which is not the upstream's fault. */
export const TOO_LARGE = 'too large'
/** A `reason`: there is no memory left for the answer, which is not the upstream's fault. */
export const NO_ROOM = 'no room'
/** A `reason`: the upstream closed a kept-alive connection just as we reused it. Node.js recommends a retry. */
export const STALE = 'stale connection'
const TIMEOUT = 'timeout'
const CLOSED = 'closed'

/**
 * `reason` is one of the texts above or a system code. It is never Node.js's own message, which names the host, a
 * possible secret.
 */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError'

  /** @param isDelivered whether the upstream may have acted on the request; if false, it certainly never saw it */
  constructor(
    readonly reason: string,
    readonly isDelivered: boolean,
  ) {
    super(reason)
  }
}

/** Access to one upstream over kept-alive connections. */
export interface Connection {
  /**
   * Sends a body and reads the answer, whatever its status. Does not follow redirects.
   * @throws ExchangeError
   */
  post(body: string, limits: ExchangeLimits): Promise<HttpAnswer>
}

const isStale = (request: ClientRequest, { code }: NodeJS.ErrnoException) =>
  request.reusedSocket && (code === 'ECONNRESET' || code === 'EPIPE')

/**
 * `node:http` sends credentials in the URL as an `Authorization` header.
 * @param signal aborts requests in flight, closes the sockets, and refuses new requests
 */
export function openConnection(url: URL, signal?: AbortSignal): Connection {
  const isSecure = url.protocol === 'https:'
  const options = { keepAlive: true, maxSockets: CONNECTIONS_PER_UPSTREAM }
  const agent = isSecure ? new HttpsAgent(options) : new HttpAgent(options)
  const inFlight = new Set<(reason: string) => void>()
  const send = isSecure ? httpsRequest : httpRequest

  const post = (body: string, { timeoutMs, maxBytes, place }: ExchangeLimits) =>
    new Promise<HttpAnswer>((resolve, reject) => {
      if (signal?.aborted) throw new ExchangeError(CLOSED, false)
      let isDelivered = false
      let hasAnswered = false
      const headers = { ...HEADERS, 'Content-Length': Buffer.byteLength(body) }
      const request = send(url, { method: 'POST', agent, headers })
      const giveUp = (reason: string) => {
        settle()
        reject(new ExchangeError(reason, isDelivered))
        request.destroy()
      }
      const fail = (error: NodeJS.ErrnoException) =>
        giveUp(!hasAnswered && isStale(request, error) ? STALE : (error.code ?? 'broken'))
      const timer = setTimeout(giveUp, timeoutMs, TIMEOUT)
      const settle = () => {
        clearTimeout(timer)
        inFlight.delete(giveUp)
      }
      inFlight.add(giveUp)

      request.once('socket', (socket: Socket) => {
        const deliver = () => {
          isDelivered = true
        }
        if (socket.connecting) socket.once(isSecure ? 'secureConnect' : 'connect', deliver)
        else deliver()
      })
      request.on('error', fail)
      request.once('response', (message: IncomingMessage) => {
        hasAnswered = true
        const chunks: Buffer[] = []
        let size = 0
        message.on('error', fail)
        message.on('data', (chunk: Buffer) => {
          size += chunk.byteLength
          if (size > maxBytes) giveUp(TOO_LARGE)
          else if (place && !place.take(chunk.byteLength)) giveUp(NO_ROOM)
          else chunks.push(chunk)
        })
        message.once('end', () => {
          settle()
          const text = Buffer.concat(chunks).toString('utf8')
          resolve({ status: message.statusCode ?? 0, text, retryAfter: message.headers['retry-after'] })
        })
      })
      request.end(body)
    })

  const close = () => {
    for (const giveUp of inFlight) giveUp(CLOSED)
    agent.destroy()
  }
  signal?.addEventListener('abort', close, { once: true })

  return { post }
}
