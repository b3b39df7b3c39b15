import type { IncomingMessage, ServerResponse } from 'node:http'
import { type FakeServer, startFakeServer } from './fakeServer.ts'
import { findFreePort } from './freePort.mjs'

/** How a node handles a request. */
export type Behaviour = (body: string, response: ServerResponse, request: IncomingMessage) => void

interface SentCall {
  readonly id: unknown
  readonly method: string
  readonly params?: unknown
}

const answerText = (body: string, resultOf: (call: SentCall) => unknown): string => {
  const value: SentCall | SentCall[] = JSON.parse(body)
  const answer = (call: SentCall) => ({ jsonrpc: '2.0', id: call.id, result: resultOf(call) })
  return JSON.stringify(Array.isArray(value) ? value.map(answer) : answer(value))
}

/** Answers every call, alone or in a batch. */
export const answering =
  (resultOf: unknown | ((call: SentCall) => unknown)): Behaviour =>
  (body, response) => {
    response.setHeader('Content-Type', 'application/json')
    response.end(answerText(body, typeof resultOf === 'function' ? (call) => resultOf(call) : () => resultOf))
  }

/** Gives the same answer to every request. */
export const saying =
  (text: string, status = 200, headers: Readonly<Record<string, string>> = {}): Behaviour =>
  (_, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(text)
  }

export const failingWith = (error: { code: number; message: string }): Behaviour =>
  saying(JSON.stringify({ jsonrpc: '2.0', id: 1, error }))

/** Takes the request and never answers. */
export const hanging: Behaviour = () => {}

/** Announces a longer answer than it sends. */
export const cutting: Behaviour = (_, response) => {
  response.writeHead(200, { 'Content-Length': '1000' })
  response.write('{"jsonrpc":"2.0",', () => response.destroy())
}

/** Ends the connection on each request. */
export const hangingUp: Behaviour = (_, response) => void response.destroy()

export interface FakeNode extends FakeServer {
  /** The requested methods, in order; a batch is an array. */
  readonly requests: (string | string[])[]
  behave(behaviour: Behaviour): void
}

/** A fake node of any chain, which speaks only HTTP and JSON-RPC. */
export async function startFakeNode(behaviour: Behaviour): Promise<FakeNode> {
  let current = behaviour
  const requests: (string | string[])[] = []
  const server = await startFakeServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    request.on('end', () => {
      const value: SentCall | SentCall[] = JSON.parse(body)
      requests.push(Array.isArray(value) ? value.map(({ method }) => method) : value.method)
      current(body, response, request)
    })
  })
  return Object.assign(server, {
    requests,
    behave(next: Behaviour) {
      current = next
    },
  })
}

/** A URL without a node. @param ports how many consecutive ports must be free */
export const freeUrl = async (ports?: number): Promise<URL> => new URL(`http://127.0.0.1:${await findFreePort(ports)}`)
