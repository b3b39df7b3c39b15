import type { ServerResponse } from 'node:http'

/** What a public service does instead of answering. */
export type Fault = (request: unknown, response: ServerResponse) => void

const saying =
  (text: string, status = 200): Fault =>
  (_, response) =>
    void response.writeHead(status, { 'Content-Type': 'application/json' }).end(text)

/** The ways in which a public service fails. Each name completes a sentence that begins with "when it". */
export const FAULTS: readonly (readonly [name: string, fault: Fault])[] = [
  ['is asked too often', saying('{"message":"Too Many Requests"}', 429)],
  ['fails', saying('<html>', 500)],
  ['takes too long', () => {}],
  [
    'is cut off',
    (_, response) => {
      response.writeHead(200, { 'Content-Length': '1000' })
      response.write('{"hash":', () => response.destroy())
    },
  ],
  ['hangs up', (_, response) => void response.destroy()],
  ['says no JSON', saying('<html>Just a moment')],
  ['says not one word', saying('')],
  ['says null', saying('null')],
  ['says something else', saying('{"items":7}')],
  ['says a list where a thing is meant, and nothing in it', saying('["?"]')],
  ['says numbers where texts are meant', saying('{"tokens":1,"dstAmount":1,"tx":1,"allowance":1,"bitcoin":1}')],
  ['leads elsewhere', (_, response) => void response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end()],
]
