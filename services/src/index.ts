import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { analyticsApi } from './analytics/analyticsApi.ts'
import { type Database, openDatabase } from './database/openDatabase.ts'
import { healthApi } from './health/healthApi.ts'
import { ADMIN_PATH, createApp } from './http/createApp.ts'
import { answerBrokenRequests, createListener } from './http/createListener.ts'
import type { JsonRpcOptions } from './jsonRpc/environment.ts'
import { jsonRpcApi } from './jsonRpc/jsonRpcApi.ts'
import { createLog, type Log, type LogLevel } from './log.ts'
import { adminApi } from './projectConfig/adminApi.ts'
import { type AdminToken, createAuthorize } from './projectConfig/adminTokens.ts'
import { configApi } from './projectConfig/configApi.ts'
import { createKnownProjects, type KnownProjects, projectsIn } from './projectConfig/knownProjects.ts'
import { type Seed, seedProject } from './projectConfig/seedProject.ts'
import type { RelaySettings } from './relay/environment.ts'
import { relayApi } from './relay/relayApi.ts'
import { startRelay } from './relay/startRelay.ts'
import { DEFAULT_LOGO_DIR } from './walletRegistry/environment.ts'
import { type RegistryOptions, registryApi } from './walletRegistry/registryApi.ts'

export { IN_MEMORY } from './database/openDatabase.ts'

/** A closing server lets the answers in flight finish for this long. */
const CLOSE_PATIENCE_MS = 5_000

export interface ServicesOptions {
  /** 0 takes a free one. */
  readonly port: number
  readonly hostname?: string
  /** Where the embedded database lies, or `IN_MEMORY`. */
  readonly dataDir: string
  /** A Postgres server to use instead of the embedded database. */
  readonly databaseUrl?: string
  /** Without one, the admin API lets nobody in. */
  readonly adminTokens?: readonly AdminToken[]
  /** A project that is created if it is not there. */
  readonly seed?: Seed
  readonly logLevel?: LogLevel
  /** Without it, logos are looked for below the working directory. */
  readonly registry?: RegistryOptions
  /** Without it, no chain has a node. */
  readonly jsonRpc?: JsonRpcOptions
  readonly relay?: RelaySettings
}

export interface Services {
  readonly url: string
  /** Takes no more requests, finishes those in flight, and closes the database. */
  close(): Promise<void>
}

function assembleApp(
  { db }: Database,
  projects: KnownProjects,
  adminTokens: readonly AdminToken[],
  log: Log,
  registry: RegistryOptions,
  jsonRpc?: JsonRpcOptions,
) {
  return createApp(log)
    .route('/', healthApi(db, log))
    .route('/', configApi(db))
    .route('/', registryApi(registry, log))
    .route('/', analyticsApi(db))
    .route('/', relayApi())
    .route('/', jsonRpcApi(projects, log, jsonRpc))
    .route(`${ADMIN_PATH}/v1/projects`, adminApi(db, createAuthorize(adminTokens)))
}

const listen = (server: Server, port: number, hostname: string) =>
  new Promise<AddressInfo>((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(`Port ${port} on ${hostname} is in use already.`) : error)
    server.once('error', fail).listen(port, hostname, () => {
      server.off('error', fail)
      resolve(server.address() as AddressInfo)
    })
  })

const closeServer = (server: Server) =>
  new Promise<void>((resolve) => {
    const patience = setTimeout(() => server.closeAllConnections(), CLOSE_PATIENCE_MS)
    server.close(() => {
      clearTimeout(patience)
      resolve()
    })
  })

/** Starts all services in this process, on one port. */
export async function startServices({
  port,
  hostname = 'localhost',
  adminTokens = [],
  seed,
  logLevel,
  registry = { logoDir: DEFAULT_LOGO_DIR },
  jsonRpc,
  relay: relaySettings,
  ...databaseOptions
}: ServicesOptions): Promise<Services> {
  const log = createLog(logLevel)
  const database = await openDatabase(databaseOptions, log)
  try {
    if (seed) await seedProject(database.db, seed)
    const projects = createKnownProjects(projectsIn(database.db))
    const app = assembleApp(database, projects, adminTokens, log, registry, jsonRpc)
    // The listener answers a request without a host itself, as JSON.
    const server = createServer({ requireHostHeader: false }, createListener(app, log))
    answerBrokenRequests(server)
    const relay = await startRelay(server, projects, databaseOptions, log, relaySettings)
    const address = await listen(server, port, hostname).catch(async (error) => {
      await relay.close()
      throw error
    })
    const url = `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${address.port}`
    log.info('listening', { url })
    return {
      url,
      async close() {
        await relay.close()
        await closeServer(server)
        await database.close()
        log.info('closed')
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}
