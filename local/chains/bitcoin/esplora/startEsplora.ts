import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen, OPEN_TO_EVERY_PAGE, readBody } from '../../http.ts'
import type { Follower } from './followNode.ts'
import { type Route, RouteError } from './routes.ts'

/** Nodes relay transactions of at most 100,000 virtual bytes, in hex, with their witness. */
const MAX_BODY_BYTES = 1_000_000

interface EsploraOptions {
  readonly port: number
  readonly routes: readonly Route[]
  readonly follower: Follower
}

/** An Esplora-compatible REST API over the node. @throws Error if the port is in use */
export async function startEsplora({ port, routes, follower }: EsploraOptions): Promise<void> {
  const server = createServer((request, response) => void answer(request, response))

  async function answer(request: IncomingMessage, response: ServerResponse) {
    for (const [name, value] of Object.entries(OPEN_TO_EVERY_PAGE)) response.setHeader(name, value)
    if (request.method === 'OPTIONS') return response.writeHead(204).end()
    const body = await readBody(request, MAX_BODY_BYTES)
    if (body === undefined) return response.writeHead(413, { connection: 'close' }).end()
    try {
      const found = await answerOf(request, body)
      const isText = typeof found === 'string'
      response.setHeader('content-type', isText ? 'text/plain; charset=utf-8' : 'application/json')
      return response.end(isText ? found : JSON.stringify(found))
    } catch (error) {
      const isKnown = error instanceof RouteError
      if (!isKnown) console.error(`${request.method} ${request.url}:`, error)
      response.setHeader('content-type', 'text/plain; charset=utf-8')
      return response.writeHead(isKnown ? error.status : 500).end(isKnown ? error.message : 'Internal error')
    }
  }

  async function answerOf({ method, url = '/' }: IncomingMessage, body: string) {
    const [path = '/'] = url.split('?')
    for (const [wanted, pattern, reply] of routes) {
      const match = method === wanted && path.match(pattern)
      if (!match) continue
      await follower.upToDate()
      return reply(match.slice(1), body)
    }
    throw new RouteError(404, 'Not found')
  }

  await listen(server, port)
}
