import { openDatabase } from './database/openDatabase.ts'
import { createCloseServer } from './http/closeServer.ts'
import { createApp } from './http/createApp.ts'
import { createBoundedServer } from './http/createBoundedServer.ts'
import { answerBrokenRequests, createListener } from './http/createListener.ts'
import { listen } from './http/listen.ts'
import { createLog } from './log.ts'
import { createMetrics } from './metrics/createMetrics.ts'
import { type Mounted, mountServices } from './mountServices.ts'
import { createKnownProjects, projectsIn } from './projectConfig/knownProjects.ts'
import { seedProject } from './projectConfig/seedProject.ts'
import { SERVICE_NAMES } from './serviceNames.ts'
import type { ServicesOptions } from './servicesOptions.ts'
import { claimProcess } from './shares/claimProcess.ts'

export { IN_MEMORY } from './database/openDatabase.ts'

export interface Services {
  readonly url: string
  /** Accepts no more requests, finishes those in flight, and closes the database. */
  close(): Promise<void>
}

/**
 * Starts services in this process, on one port; the process cannot become a share store afterwards.
 * @throws Error with one sentence if the start fails
 */
export async function startServices(options: ServicesOptions): Promise<Services> {
  claimProcess('services')
  const { port, hostname = 'localhost', services = SERVICE_NAMES, seed, logLevel } = options
  const log = createLog(logLevel)
  const database = await openDatabase(options, log)
  const mounted: Mounted[] = []
  const life = new AbortController()
  const metrics = options.metrics && createMetrics()
  const app = createApp(log, { meter: metrics?.middleware, clients: options.clients })
  const server = createBoundedServer(createListener(app, log))
  const closeServer = createCloseServer(server)

  async function close() {
    for (const service of mounted) await service.close?.()
    await closeServer()
    life.abort()
    metrics?.close()
    await database.close()
  }

  try {
    if (seed) await seedProject(database.db, seed)
    const projects = createKnownProjects(projectsIn(database.db), { isDevelopment: options.isDevelopment })
    answerBrokenRequests(server)
    const surroundings = { app, server, database, projects, options, log, metrics, signal: life.signal }
    await mountServices(services, surroundings, mounted)
    const url = await listen(server, port, hostname)
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
