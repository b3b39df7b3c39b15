import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import { listen, OPEN_TO_EVERY_PAGE, readBody } from '../http.ts'
import { answerRequest } from './answerRequest.ts'
import type { SolanaChain } from './createChain.ts'
import type { AnswerDesk } from './desk/answerDesk.ts'
import { writeJson } from './encodeAccount.ts'
import type { Methods } from './methods/methods.ts'
import { createSubscriptions } from './subscriptions.ts'

/** The limit of public nodes. */
const MAX_BODY_BYTES = 50 * 1024

interface ServerParts {
  readonly port: number
  readonly chain: SolanaChain
  readonly methods: Methods
  /** Serves all paths but the root. */
  readonly desk?: AnswerDesk
}

/**
 * Serves JSON-RPC and the desk over HTTP on a port, and JSON-RPC over WebSocket on the next one, where Solana clients
 * expect it.
 * @throws Error if a port is in use
 */
export async function startServer({ port, chain, methods, desk }: ServerParts) {
  const http = createServer((request, response) => void answer(request, response, methods, desk))
  const upgrades = createServer((_, response) => void response.writeHead(426).end())
  const sockets = new WebSocketServer({ server: upgrades, maxPayload: MAX_BODY_BYTES })
  // `listen` handles errors of the underlying server.
  sockets.on('error', () => {})
  sockets.on('connection', (socket) => serveSocket(socket, chain, methods))
  await Promise.all([listen(http, port), listen(upgrades, port + 1)])
}

async function answer(request: IncomingMessage, response: ServerResponse, methods: Methods, desk?: AnswerDesk) {
  for (const [name, value] of Object.entries(OPEN_TO_EVERY_PAGE)) response.setHeader(name, value)
  if (request.method === 'GET' && request.url === '/health') return response.end('ok')
  if (request.method === 'OPTIONS') return response.writeHead(204).end()
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  if (desk && pathname !== '/') {
    const text = await readBody(request, MAX_BODY_BYTES)
    const { status, body } = await desk({ method: request.method ?? '', pathname, query: searchParams, text })
    return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  if (request.method !== 'POST') return response.writeHead(405, { allow: 'POST' }).end()
  const body = await readBody(request, MAX_BODY_BYTES)
  if (body === undefined) return response.writeHead(413, { connection: 'close' }).end()
  const answered = answerRequest(body, methods)
  if (answered === undefined) return response.writeHead(204).end()
  return response.writeHead(200, { 'content-type': 'application/json' }).end(answered)
}

function serveSocket(socket: WebSocket, chain: SolanaChain, methods: Methods) {
  const send = (text: string) => socket.readyState === socket.OPEN && socket.send(text)
  const subscriptions = createSubscriptions(chain, (message) => send(writeJson(message)))
  const all = { ...methods, ...subscriptions.methods }
  socket.on('message', (data) => {
    const answered = answerRequest(String(data), all)
    if (answered !== undefined) send(answered)
  })
  socket.on('error', () => socket.terminate())
  socket.on('close', subscriptions.endAll)
}
