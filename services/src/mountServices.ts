import type { Server } from 'node:http'
import { ADMIN_PROJECTS_PATH } from '@portico/contracts/services/admin'
import { LOGIN_PATH } from '@portico/contracts/services/login'
import type { Context, Hono } from 'hono'
import { analyticsAdminApi } from './analytics/analyticsAdminApi.ts'
import { analyticsApi } from './analytics/analyticsApi.ts'
import { createCounter } from './analytics/createCounter.ts'
import { saveTally } from './analytics/saveTally.ts'
import { authApi } from './auth/authApi.ts'
import { blockchainApi } from './blockchainApi/blockchainApi.ts'
import { keepSweeping } from './database/keepSweeping.ts'
import type { Database } from './database/openDatabase.ts'
import { type Dependency, databaseDependency, healthApi, roomDependency } from './health/healthApi.ts'
import { addressOf } from './http/clientOf.ts'
import type { ClientOptions } from './http/environment.ts'
import { ServiceError } from './http/errors.ts'
import { readableBy } from './http/readableBy.ts'
import { jsonRpcApi } from './jsonRpc/jsonRpcApi.ts'
import type { Log } from './log.ts'
import { loginApi } from './login/loginApi.ts'
import type { Metrics } from './metrics/createMetrics.ts'
import { metricsApi } from './metrics/metricsApi.ts'
import { guardOf, mountOperators } from './operators/mountOperators.ts'
import { adminApi } from './projectConfig/adminApi.ts'
import { createAdminView } from './projectConfig/adminView.ts'
import { configApi } from './projectConfig/configApi.ts'
import type { KnownProjects } from './projectConfig/knownProjects.ts'
import { missingIn } from './projectConfig/missing.ts'
import { relayApi } from './relay/relayApi.ts'
import { startRelay } from './relay/startRelay.ts'
import { createReadRelease, readPublishedOf, readReleasesOf } from './releases/readPublished.ts'
import { timestampApi } from './releases/timestampApi.ts'
import { createHealthCounter, healthReportApi } from './remoteHealth/healthReportApi.ts'
import { saveHealth, sweepHealth } from './remoteHealth/saveHealth.ts'
import { rolloutAdminApi } from './rollouts/rolloutAdminApi.ts'
import { runRollouts } from './rollouts/runRollouts.ts'
import type { ServiceName } from './serviceNames.ts'
import type { ServicesOptions } from './servicesOptions.ts'
import { DEFAULT_LOGO_DIR } from './walletRegistry/environment.ts'
import { registryApi } from './walletRegistry/registryApi.ts'

/** The dependencies of a service. */
export interface Surroundings {
  readonly app: Hono
  readonly server: Server
  readonly database: Database
  readonly projects: KnownProjects
  readonly options: ServicesOptions
  readonly log: Log
  readonly metrics: Metrics | undefined
  /** Aborts once no more requests can arrive. */
  readonly signal: AbortSignal
}

/** The parts of a mounted service that are not routes. */
export interface Mounted {
  /** Dependencies for the readiness check, in addition to the database. */
  readonly needs?: readonly Dependency[]
  close?(): Promise<void>
}

/** The client's address; calls from within the process have none. */
const clientOf = (clients: ClientOptions | undefined) => (c: Context) =>
  addressOf(c, clients?.trustedProxies ?? 0) ?? ''

const mountable: Record<ServiceName, (surroundings: Surroundings) => Promise<Mounted>> = {
  async projectConfig({ app, database: { db }, options, log }) {
    const { releaseIndex: url, releaseRootKeys: trusted, timestampSigner: signer } = options
    const readRelease = createReadRelease(url, log, trusted)
    const readPublished = readPublishedOf(readRelease)
    const missing = missingIn(options)
    const view = createAdminView(db, readPublished, missing)
    const guard = guardOf(db, options)
    if (url && trusted && signer) app.route('/', timestampApi(db, { url, trusted, signer }, log))
    app
      .route('/', configApi(db, missing))
      .route(ADMIN_PROJECTS_PATH, adminApi(db, guard, readPublished, view))
      .route(ADMIN_PROJECTS_PATH, rolloutAdminApi(db, guard, readPublished, view))
    mountOperators(app, { db, options, readReleases: readReleasesOf(readRelease), readPublished, view })
    return { close: runRollouts(db, log) }
  },
  async walletRegistry({ app, options: { registry = { logoDir: DEFAULT_LOGO_DIR }, jsonRpc }, log }) {
    app.route('/', registryApi(registry, log, [...(jsonRpc?.upstreams.keys() ?? [])]))
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
  async analytics({ app, database: { db }, projects, options, log, signal }) {
    const health = createHealthCounter((key, tally) => saveHealth(db, key, tally), log)
    const counter = createCounter({ save: (key, tally) => saveTally(db, key, tally), log })
    app
      .route('/', analyticsApi(db, projects, counter))
      .route('/', healthReportApi(projects, health))
      .route(ADMIN_PROJECTS_PATH, analyticsAdminApi(db, guardOf(db, options)))
    keepSweeping(() => sweepHealth(db, Date.now()), log, signal)
    return {
      async close() {
        await counter.close()
        await health.close()
      },
    }
  },
  async auth({ app, database: { db }, projects, options: { auth, jsonRpc, login, clients }, log, signal }) {
    const upstreams = jsonRpc?.upstreams ?? new Map()
    const { startsPerClient } = login ?? {}
    app.route(
      '/',
      authApi({ db, projects, upstreams, clientOf: clientOf(clients), startsPerClient, log, signal }, auth),
    )
    return {}
  },
  async login({ app, database: { db }, projects, options: { login, clients }, log, signal }) {
    if (!login) {
      app.use(`${LOGIN_PATH}/*`, () => {
        throw new ServiceError('login.notConfigured')
      })
      return {}
    }
    app
      .use(`${LOGIN_PATH}/*`, readableBy(login.secureSiteOrigin))
      .route('/', loginApi({ db, projects, clientOf: clientOf(clients), log, signal }, login))
    return {}
  },
}

/**
 * Mounts services on the app and the server, with their health checks and metrics.
 * @param mounted is filled one by one: its entries must be closed even if a later one fails
 */
export async function mountServices(names: Iterable<ServiceName>, surroundings: Surroundings, mounted: Mounted[]) {
  const { app, database, options, log, metrics } = surroundings
  if (metrics && options.metrics) app.route('/', metricsApi(metrics, options.metrics))
  for (const name of new Set(names)) mounted.push(await mountable[name](surroundings))
  const needs = mounted.flatMap((service) => service.needs ?? [])
  const databaseNeeds = [databaseDependency(database.db, options.databaseUrl !== undefined), roomDependency(database)]
  app.route('/', healthApi([...databaseNeeds, ...needs], log))
}
