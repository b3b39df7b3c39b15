import type { ServerResponse } from 'node:http'
import { type FakeServer, startFakeServer } from './fakeServer.ts'

/** Answers a GET of `path`, which includes its query. */
export type RestBehaviour = (path: string, response: ServerResponse) => void

/** A recorded or published answer from a REST API. */
export interface RestFixture {
  /** The page of the API's documentation. */
  readonly source: string
  readonly path: string
  readonly body: unknown
}

/** Replays the fixtures; any other path gets a 404 or the given status. */
export const replaying =
  (fixtures: readonly RestFixture[], unknownStatus = 404): RestBehaviour =>
  (path, response) => {
    const found = fixtures.find((fixture) => fixture.path === path.split('?')[0])
    response.writeHead(found ? 200 : unknownStatus, { 'Content-Type': 'application/json' })
    response.end(found ? JSON.stringify(found.body) : '{"message":"Not found"}')
  }

export const sayingTo =
  (text: string, status = 200): RestBehaviour =>
  (_, response) =>
    void response.writeHead(status, { 'Content-Type': 'application/json' }).end(text)

export interface FakeRest extends FakeServer {
  /** The requested paths, with their queries. */
  readonly requests: string[]
  behave(behaviour: RestBehaviour): void
}

/** A fake of a third-party REST API. */
export async function startFakeRest(behaviour: RestBehaviour): Promise<FakeRest> {
  let current = behaviour
  const requests: string[] = []
  const server = await startFakeServer(({ url = '/' }, response) => {
    requests.push(url)
    current(url, response)
  })
  return Object.assign(server, {
    requests,
    behave(next: RestBehaviour) {
      current = next
    },
  })
}
