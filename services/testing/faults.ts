import type { ServerResponse } from 'node:http'

/** A fault of a public service: what it does instead of answering. */
export type Fault = (request: unknown, response: ServerResponse) => void

const saying =
  (text: string, status = 200): Fault =>
  (_, response) =>
    void response.writeHead(status, { 'Content-Type': 'application/json' }).end(text)

/** The ways in which a public service fails. Each name completes a sentence that begins with "when it". */
export const FAULTS: readonly (readonly [name: string, fault: Fault])[] = [
  ['is rate-limited', saying('{"message":"Too Many Requests"}', 429)],
  ['answers with a server error', saying('<html>', 500)],
  ['takes too long', () => {}],
  [
    'cuts its answer short',
    (_, response) => {
      response.writeHead(200, { 'Content-Length': '1000' })
      response.write('{"hash":', () => response.destroy())
    },
  ],
  ['hangs up', (_, response) => void response.destroy()],
  ['answers with HTML', saying('<html>Just a moment')],
  ['answers with an empty body', saying('')],
  ['answers with null', saying('null')],
  ['answers with an unexpected object', saying('{"items":7}')],
  ['answers with a list of one text', saying('["?"]')],
  ['answers with numbers instead of texts', saying('{"tokens":1,"dstAmount":1,"tx":1,"allowance":1,"bitcoin":1}')],
  ['redirects elsewhere', (_, response) => void response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end()],
]
