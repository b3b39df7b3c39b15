import { healthApi } from '../health/healthApi.ts'
import { createCloseServer } from '../http/closeServer.ts'
import { createBoundedServer } from '../http/createBoundedServer.ts'
import { answerBrokenRequests, createListener } from '../http/createListener.ts'
import { listen } from '../http/listen.ts'
import { createLog, type Log } from '../log.ts'
import { claimProcess } from '../shares/claimProcess.ts'
import { createAllowedOrigins } from './allowedOrigins.ts'
import type { SecureSiteOptions } from './environment.ts'
import { createSecureSiteApp } from './secureSiteApp.ts'
import { createSiteFiles, PAGES } from './siteFiles.ts'

export interface RunningSecureSite {
  readonly url: string
  /** Accepts no more requests, and finishes those in flight. */
  close(): Promise<void>
}

/** Starts the server of the embedded wallet's pages; the process cannot take another role afterwards. */
export async function startSecureSite(
  { settings, folder, clients, hostname, port, logLevel }: SecureSiteOptions,
  { log = createLog(logLevel) }: { readonly log?: Log } = {},
): Promise<RunningSecureSite> {
  claimProcess('secure site')
  const files = createSiteFiles(folder)
  const { findOrigins, need } = createAllowedOrigins(settings.services, log)
  const needs = [{ name: 'its pages', ask: () => Promise.all(PAGES.map(files.page)) }, need]
  const app = createSecureSiteApp({ settings, files, findOrigins, log, clients }).route('/', healthApi(needs, log))
  const server = createBoundedServer(createListener(app, log))
  const close = createCloseServer(server)
  answerBrokenRequests(server)
  const url = await listen(server, port, hostname)
  log.info('listening', { url })
  return { url, close }
}
