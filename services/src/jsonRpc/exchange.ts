import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { Socket } from 'node:net'
import type { Place } from '../http/createRoom.ts'
import { CONNECTIONS_PER_UPSTREAM } from './limits.ts'

interface ExchangeLimits {
  /** The time from the call until the last byte of the response. */
  readonly timeoutMs: number
  readonly maxBytes: number
  /** Counts the memory that the response takes, if given. */
  readonly place?: Pick<Place, 'take'> | undefined
}

export interface HttpAnswer {
  readonly status: number
  readonly text: string
  /** The `Retry-After` header as it was sent. */
  readonly retryAfter?: string
}

/** Includes a user agent, because some public nodes refuse clients without one. */
const HEADERS = { 'Content-Type': 'application/json', 'User-Agent': 'portico-services' }

/** The `reason` for a response that is too large, which is not the upstream's fault. */
export const TOO_LARGE = 'too large'
/** The `reason` if there is no room for the response, which is not the upstream's fault. */
export const NO_ROOM = 'no room'
/** The `reason` if the upstream closed a kept-alive connection just as it was used again. Node.js advises a retry. */
export const STALE = 'stale connection'
const TIMEOUT = 'timeout'
const CLOSED = 'closed'

/** The `reason` is one of the above or a system code. Node's own messages contain the host, which can be secret. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError'

  /** @param isDelivered whether the upstream may have executed the request; if false, it certainly never received it */
  constructor(
    readonly reason: string,
    readonly isDelivered: boolean,
  ) {
    super(reason)
  }
}

/** The connection to one upstream, which is kept alive. */
export interface Connection {
  /**
   * Sends a body and reads the response, whatever its status. No redirect is followed.
   * @throws ExchangeError
   */
  post(body: string, limits: ExchangeLimits): Promise<HttpAnswer>
}

const isStale = (request: ClientRequest, { code }: NodeJS.ErrnoException) =>
  request.reusedSocket && (code === 'ECONNRESET' || code === 'EPIPE')

/**
 * Credentials in the URL are sent as an `Authorization` header by `node:http`.
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
