import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Hono } from 'hono'
import { type AuthSurroundings, authApi } from '../src/auth/authApi.ts'
import type { AuthOptions } from '../src/auth/environment.ts'
import { authMigration } from '../src/auth/migration.ts'
import type { AuthDatabase, AuthSchema } from '../src/auth/schema.ts'
import { migrations } from '../src/database/migrations.ts'
import { createApp } from '../src/http/createApp.ts'
import { createListener } from '../src/http/createListener.ts'
import { DEFAULT_CLIENT_OPTIONS } from '../src/http/environment.ts'
import type { UpstreamList } from '../src/jsonRpc/upstreamList.ts'
import { createLog } from '../src/log.ts'
import { createKnownProjects } from '../src/projectConfig/knownProjects.ts'
import { sampleFeatures } from '../src/projectConfig/seedProject.ts'
import { openFreshDatabase } from './databases.ts'

/** Two shops; each allows its own page, and the first shop also allows a second page. */
export const SHOP = { projectId: '0'.repeat(31) + 1, origin: 'https://shop.example', domain: 'shop.example' }
export const OTHER_SHOP = { projectId: '0'.repeat(31) + 2, origin: 'https://other.example', domain: 'other.example' }
export const SECOND_PAGE = 'https://shop.example:8443'
/** The header that sets the client address of a request. */
export const CLIENT_HEADER = 'x-test-client'
export const SECRET = 'test-auth-secret-0123456789abcdef'

const ORIGINS: Readonly<Record<string, readonly string[]>> = {
  [SHOP.projectId]: [SHOP.origin, SECOND_PAGE],
  [OTHER_SHOP.projectId]: [OTHER_SHOP.origin],
}

export interface AuthService {
  readonly url: string
  readonly db: AuthDatabase
  /** All log lines, at the most verbose level. */
  readonly lines: string[]
  /** Moves the service's clock forward. */
  advance(ms: number): void
  /** Sets the clock back to the machine's time. */
  resetClock(): void
  now(): number
  /** The kinds of database queries since the last call. */
  takeQueries(): readonly string[]
  /** Simulates the same service in another process: with other options, but the same database and clock. */
  another(options?: AuthOptions, upstreams?: UpstreamList): Hono
  close(): Promise<void>
}

/** Starts the auth service over real HTTP, with a database of its own. */
export async function startAuth(options: AuthOptions = { secret: SECRET }, upstreams: UpstreamList = new Map()) {
  const lines: string[] = []
  const log = createLog('info', (line) => lines.push(line))
  const database = await openFreshDatabase(log)
  const db: AuthDatabase = database.db.withTables<AuthSchema>()
  if (!Object.values(migrations).includes(authMigration)) await authMigration.up(database.db)
  await database.db
    .insertInto('projects')
    .values(Object.keys(ORIGINS).map((id) => ({ id })))
    .execute()

  let skippedMs = 0
  const now = () => Date.now() + skippedMs
  let queries: string[] = []
  const watched = database.db.withPlugin({
    transformQuery({ node }) {
      queries.push(node.kind)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const life = new AbortController()
  const projects = createKnownProjects(async (id) => {
    const allowedOrigins = ORIGINS[id]
    return allowedOrigins && { id, isAnalyticsEnabled: false, features: sampleFeatures, remotes: {}, allowedOrigins }
  })
  const surroundings: AuthSurroundings = {
    db: watched,
    projects,
    upstreams,
    clientOf: (c) => c.req.header(CLIENT_HEADER) ?? '192.0.2.1',
    log,
    signal: life.signal,
    now,
  }
  // `X-Forwarded-For` names different clients, so that tests do not use up one another's limits.
  const clients = { ...DEFAULT_CLIENT_OPTIONS, trustedProxies: 1 }
  const another = (other?: AuthOptions, nodes = upstreams) =>
    createApp(log, { clients }).route('/', authApi({ ...surroundings, upstreams: nodes }, other))

  const server = createServer(createListener(another(options), log))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const service: AuthService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    db,
    lines,
    advance(ms) {
      skippedMs += ms
    },
    resetClock() {
      skippedMs = 0
    },
    now,
    takeQueries() {
      const taken = queries
      queries = []
      return taken
    },
    another,
    async close() {
      life.abort()
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      await database.close()
    },
  }
  return service
}
