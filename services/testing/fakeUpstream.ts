import type { IncomingMessage, ServerResponse } from 'node:http'
import { type FakeServer, startFakeServer } from './fakeServer.ts'

export type Reaction = (request: IncomingMessage, response: ServerResponse) => void

/** An answer from a public API, taken from its documentation. */
export interface Fixture {
  /** The page of the documentation. */
  readonly source: string
  /** A path, and the relevant part of its query. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly status?: number
  readonly body: unknown
}

const urlOf = (request: IncomingMessage) => new URL(request.url ?? '/', 'http://upstream')

const json = (response: ServerResponse, status: number, body: unknown) =>
  void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))

/** Replays the fixtures; 404 for everything else. */
export const replaying =
  (fixtures: readonly Fixture[]): Reaction =>
  (request, response) => {
    const { pathname, searchParams } = urlOf(request)
    const fixture = fixtures.find(
      ({ path, query = {} }) =>
        path === pathname && Object.entries(query).every(([name, value]) => searchParams.get(name) === value),
    )
    json(response, fixture ? (fixture.status ?? 200) : 404, fixture?.body ?? { error: 'Not Found' })
  }

export interface FakeUpstream extends FakeServer {
  /** The requests, in order. */
  readonly requests: readonly { readonly url: URL; readonly headers: IncomingMessage['headers'] }[]
  react(reaction: Reaction): void
}

/** A fake of a public API with GET requests. */
export async function startFakeUpstream(reaction: Reaction): Promise<FakeUpstream> {
  let current = reaction
  const requests: { url: URL; headers: IncomingMessage['headers'] }[] = []
  const server = await startFakeServer((request, response) => {
    requests.push({ url: urlOf(request), headers: request.headers })
    current(request, response)
  })
  return Object.assign(server, {
    requests,
    react(next: Reaction) {
      requests.length = 0
      current = next
    },
  })
}
