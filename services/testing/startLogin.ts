import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Kysely } from 'kysely'
import { migrations } from '../src/database/migrations.ts'
import type { Schema } from '../src/database/schema.ts'
import { createApp } from '../src/http/createApp.ts'
import { createListener } from '../src/http/createListener.ts'
import { createLog } from '../src/log.ts'
import type { LoginOptions } from '../src/login/environment.ts'
import { readSigningKey } from '../src/login/keys.ts'
import { loginApi } from '../src/login/loginApi.ts'
import { loginMigration } from '../src/login/migration.ts'
import type { LoginDatabase, LoginSchema } from '../src/login/schema.ts'
import type { MailOptions } from '../src/oneTimeCodes/environment.ts'
import { createKnownProjects } from '../src/projectConfig/knownProjects.ts'
import { sampleFeatures } from '../src/projectConfig/seedProject.ts'
import { openFreshDatabase } from './databases.ts'

export const SECURE_SITE = 'https://secure.example'
export const SHOP = { projectId: '0'.repeat(31) + 1, origin: 'https://shop.example' }
/** The header in which a proxy names the client. */
export const CLIENT_HEADER = 'x-test-client'

export const newSigningKey = () => {
  const jwk = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  const key = readSigningKey(JSON.stringify(jwk))
  if (!key) throw new Error('This is a key of P-256.')
  return key
}

/** Starts login over real HTTP, with a database of its own. */
export async function startLogin(
  mail: MailOptions,
  signingKey = newSigningKey(),
  others: Pick<LoginOptions, 'social' | 'redirectPages' | 'farcaster' | 'startsPerMinute'> = {},
) {
  const lines: string[] = []
  const log = createLog('info', (line) => lines.push(line))
  const database = await openFreshDatabase(log)
  if (!Object.values(migrations).includes(loginMigration)) await loginMigration.up(database.db)

  let skippedMs = 0
  let queries: string[] = []
  const now = () => Date.now() + skippedMs
  const life = new AbortController()
  const projects = createKnownProjects(async (id) =>
    id === SHOP.projectId
      ? { id, isAnalyticsEnabled: false, features: sampleFeatures, remotes: {}, allowedOrigins: [SHOP.origin] }
      : undefined,
  )
  const watched: Kysely<Schema> = database.db.withPlugin({
    transformQuery({ node }) {
      queries.push(node.kind)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const options: LoginOptions = { secureSiteOrigin: SECURE_SITE, signingKey, mail, ...others }
  const api = loginApi(
    {
      db: watched,
      projects,
      log,
      signal: life.signal,
      now,
      clientOf: (c) => c.req.header(CLIENT_HEADER) ?? '192.0.2.1',
    },
    options,
  )
  const app = createApp(log).route('/', api)
  const server = createServer(createListener(app, log))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const db: LoginDatabase = database.db.withTables<LoginSchema>()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    app,
    db,
    signingKey,
    /** All log lines, at the most verbose level. */
    lines,
    now,
    advance(ms: number) {
      skippedMs += ms
    },
    /** The kinds of database queries since the last call. */
    takeQueries() {
      const taken = queries
      queries = []
      return taken
    },
    async close() {
      life.abort()
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      await database.close()
    },
  }
}

export type LoginService = Awaited<ReturnType<typeof startLogin>>
