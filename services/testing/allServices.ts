import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readTestMoneyEnvironment } from '@portico/local/testMoney/environment'
import { createCloseServer } from '../src/http/closeServer.ts'
import { createApp } from '../src/http/createApp.ts'
import { answerBrokenRequests, createListener } from '../src/http/createListener.ts'
import { createLog } from '../src/log.ts'
import { createMetrics } from '../src/metrics/createMetrics.ts'
import { type Mounted, mountServices } from '../src/mountServices.ts'
import { createKnownProjects, projectsIn } from '../src/projectConfig/knownProjects.ts'
import { createProject } from '../src/projectConfig/seedProject.ts'
import { SERVICE_NAMES } from '../src/serviceNames.ts'
import { openFreshDatabase } from './databases.ts'

/** The allowed page of each project. */
export const SHOP_ORIGIN = 'https://shop.example'

export interface AllServices {
  readonly url: string
  /** Method and pattern of each route, like `GET /getWallets`. */
  readonly routes: readonly string[]
  /** All log lines, at the most verbose level. */
  readonly lines: readonly string[]
  /** Creates a project with one page of its own. */
  addProject(): Promise<string>
  close(): Promise<void>
}

/** Starts all services from an environment, in the process of the test, over real HTTP, and lists their routes. */
export async function startAllServices(environment: NodeJS.ProcessEnv): Promise<AllServices> {
  const lines: string[] = []
  const log = createLog('info', (line) => lines.push(line))
  const options = readTestMoneyEnvironment(environment)
  const database = await openFreshDatabase(log)
  const metrics = createMetrics()
  const app = createApp(log, { meter: metrics.middleware, clients: options.clients })
  const server = createServer({ requireHostHeader: false }, createListener(app, log))
  const closeServer = createCloseServer(server)
  const life = new AbortController()
  const mounted: Mounted[] = []
  const projects = createKnownProjects(projectsIn(database.db), { isDevelopment: options.isDevelopment })
  answerBrokenRequests(server)
  const surroundings = { app, server, database, projects, options, log, metrics, signal: life.signal }
  await mountServices(SERVICE_NAMES, surroundings, mounted)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  let made = 0
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    // An entry for all methods is middleware.
    routes: [...new Set(app.routes.filter(({ method }) => method !== 'ALL').map((one) => `${one.method} ${one.path}`))],
    lines,
    async addProject() {
      made += 1
      const id = made.toString(16).padStart(32, '0')
      await createProject(database.db, id, 'test')
      await database.db
        .insertInto('allowed_origins')
        .values({ project_id: id, position: 0, origin: SHOP_ORIGIN })
        .execute()
      return id
    },
    async close() {
      for (const service of mounted) await service.close?.()
      await closeServer()
      life.abort()
      metrics.close()
      await database.close()
    },
  }
}
