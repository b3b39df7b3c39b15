import { type RequestListener, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { getRequestListener, RequestError } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Log } from '../log.ts'
import { errorBody, ServiceError } from './errors.ts'

/** The app as a listener for `node:http`, which also responds to requests with an invalid URL or host. */
export const createListener = (app: Hono, log: Log): RequestListener =>
  getRequestListener(app.fetch, {
    overrideGlobalObjects: false,
    // `createBoundedServer` handles unread bodies, whatever the method.
    autoCleanupIncoming: false,
    errorHandler(thrown) {
      const isUnreadable = thrown instanceof RequestError
      if (!isUnreadable) log.error('request failed', { error: thrown })
      const error = new ServiceError(isUnreadable ? 'request.unreadable' : 'server.failed')
      return Response.json(errorBody(error), { status: error.status })
    },
  })

const STATUS_BY_PARSER_CODE: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** Responds to input that is not HTTP with the usual JSON error, and closes the connection. */
export function answerBrokenRequests(server: Server) {
  server.on('clientError', (thrown: NodeJS.ErrnoException, socket: Duplex) => {
    if (thrown.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const error = new ServiceError('request.unreadable')
    const status = STATUS_BY_PARSER_CODE[thrown.code ?? ''] ?? error.status
    const body = JSON.stringify(errorBody(error))
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  })
}
