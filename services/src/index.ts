import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Hono } from 'hono'
import { analyticsAdminApi } from './analytics/analyticsAdminApi.ts'
import { analyticsApi } from './analytics/analyticsApi.ts'
import { createCounter } from './analytics/createCounter.ts'
import { saveTally } from './analytics/saveTally.ts'
import { authApi } from './auth/authApi.ts'
import type { AuthOptions } from './auth/environment.ts'
import { blockchainApi } from './blockchainApi/blockchainApi.ts'
import type { BlockchainOptions } from './blockchainApi/environment.ts'
import { type Database, openDatabase } from './database/openDatabase.ts'
import { type Dependency, databaseDependency, healthApi } from './health/healthApi.ts'
import { ADMIN_PATH, createApp } from './http/createApp.ts'
import { answerBrokenRequests, createListener } from './http/createListener.ts'
import type { JsonRpcOptions } from './jsonRpc/environment.ts'
import { jsonRpcApi } from './jsonRpc/jsonRpcApi.ts'
import { createLog, type Log, type LogLevel } from './log.ts'
import { createMetrics, type Metrics } from './metrics/createMetrics.ts'
import type { MetricsOptions } from './metrics/environment.ts'
import { metricsApi } from './metrics/metricsApi.ts'
import { adminApi } from './projectConfig/adminApi.ts'
import { type AdminToken, createAuthorize } from './projectConfig/adminTokens.ts'
import { configApi } from './projectConfig/configApi.ts'
import { createKnownProjects, type KnownProjects, projectsIn } from './projectConfig/knownProjects.ts'
import { type Seed, seedProject } from './projectConfig/seedProject.ts'
import type { RelaySettings } from './relay/environment.ts'
import { relayApi } from './relay/relayApi.ts'
import { startRelay } from './relay/startRelay.ts'
import { SERVICE_NAMES, type ServiceName } from './serviceNames.ts'
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
  /** Without it, all of them. */
  readonly services?: readonly ServiceName[]
  /** Without one, the admin API lets nobody in. */
  readonly adminTokens?: readonly AdminToken[]
  /** A project that is created if it is not there. */
  readonly seed?: Seed
  readonly logLevel?: LogLevel
  /** Without it, logos are looked for below the working directory. */
  readonly registry?: RegistryOptions
  /** Without it, no chain has a node. */
  readonly jsonRpc?: JsonRpcOptions
  /** Without it: nodes only, no prices and no swaps. */
  readonly blockchain?: BlockchainOptions
  readonly relay?: RelaySettings
  /** Without it, nobody can sign in. */
  readonly auth?: AuthOptions
  /** Without it, there are no metrics. */
  readonly metrics?: MetricsOptions
}

export interface Services {
  readonly url: string
  /** Takes no more requests, finishes those in flight, and closes the database. */
  close(): Promise<void>
}

/** What a service finds when it is mounted. */
interface Surroundings {
  readonly app: Hono
  readonly server: Server
  readonly database: Database
  readonly projects: KnownProjects
  readonly options: ServicesOptions
  readonly log: Log
  readonly metrics: Metrics | undefined
  /** Aborts when no request can come any more. */
  readonly signal: AbortSignal
}

/** What else there is to a service than its addresses. */
interface Mounted {
  /** Beside the database. */
  readonly needs?: readonly Dependency[]
  close?(): Promise<void>
}

const mountable: Record<ServiceName, (surroundings: Surroundings) => Promise<Mounted>> = {
  async projectConfig({ app, database: { db }, options: { adminTokens = [] } }) {
    app.route('/', configApi(db)).route(`${ADMIN_PATH}/v1/projects`, adminApi(db, createAuthorize(adminTokens)))
    return {}
  },
  async walletRegistry({ app, options: { registry = { logoDir: DEFAULT_LOGO_DIR } }, log }) {
    app.route('/', registryApi(registry, log))
    return {}
  },
  async jsonRpc({ app, projects, options: { jsonRpc }, log, metrics, signal }) {
    app.route('/', jsonRpcApi(projects, log, jsonRpc, signal, metrics?.onAttempt))
    return {}
  },
  async blockchainApi({ app, database: { db }, projects, options: { jsonRpc, blockchain }, log, signal }) {
    app.route('/', blockchainApi({ db, projects, upstreams: jsonRpc?.upstreams, log, signal }, blockchain))
    return {}
  },
  async relay({ app, server, projects, options, log, metrics }) {
    app.route('/', relayApi())
    return startRelay(server, projects, options, log, options.relay, metrics?.relay)
  },
  async analytics({ app, database: { db }, projects, options: { adminTokens = [] }, log }) {
    const counter = createCounter({ save: (key, tally) => saveTally(db, key, tally), log })
    app
      .route('/', analyticsApi(db, projects, counter))
      .route(`${ADMIN_PATH}/v1/projects`, analyticsAdminApi(db, createAuthorize(adminTokens)))
    return { close: () => counter.close() }
  },
  async auth({ app, database: { db }, projects, options: { auth, jsonRpc }, log, signal }) {
    app.route('/', authApi({ db, projects, upstreams: jsonRpc?.upstreams ?? new Map(), log, signal }, auth))
    return {}
  },
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

/** Starts services in this process, on one port. */
export async function startServices(options: ServicesOptions): Promise<Services> {
  const { port, hostname = 'localhost', services = SERVICE_NAMES, seed, logLevel } = options
  const log = createLog(logLevel)
  const database = await openDatabase(options, log)
  const mounted: Mounted[] = []
  const life = new AbortController()
  const metrics = options.metrics && createMetrics()
  const app = createApp(log, metrics?.middleware)
  if (metrics && options.metrics) app.route('/', metricsApi(metrics, options.metrics))
  // The listener answers a request without a host itself, as JSON.
  const server = createServer({ requireHostHeader: false }, createListener(app, log))

  async function close() {
    for (const service of mounted) await service.close?.()
    await closeServer(server)
    life.abort()
    metrics?.close()
    await database.close()
  }

  try {
    if (seed) await seedProject(database.db, seed)
    const projects = createKnownProjects(projectsIn(database.db))
    answerBrokenRequests(server)
    for (const name of new Set(services)) {
      mounted.push(
        await mountable[name]({ app, server, database, projects, options, log, metrics, signal: life.signal }),
      )
    }
    const needs = mounted.flatMap((service) => service.needs ?? [])
    app.route('/', healthApi([databaseDependency(database.db), ...needs], log))
    const address = await listen(server, port, hostname)
    const url = `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${address.port}`
    log.info('listening', { url })
    return {
      url,
      async close() {
        await close()
        log.info('closed')
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
