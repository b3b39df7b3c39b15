import { AllowedOrigins, PROJECT_CONFIG_MAX_BYTES } from '@portico/contracts/services/projectConfig'
import { ServiceErrorBody } from '@portico/contracts/services/serviceError'
import { is } from 'valibot'
import type { Dependency } from '../health/healthApi.ts'
import { readBytes } from '../http/readBytes.ts'
import { PROJECT_ID_PATTERN } from '../http/readProjectId.ts'
import { rememberFound } from '../http/rememberFound.ts'
import { jsonIn, matching } from '../json.ts'
import type { Log } from '../log.ts'
import { createOutage } from '../outage.ts'

/** A short timeout, because a page waits for the answer. */
const PATIENCE_MS = 3_000

/** A project's allowed origins, or undefined if there is no such project. */
export type FindOrigins = (projectId: string) => Promise<readonly string[] | undefined>

/** Whether the services themselves, and not something else at their address, say that the project is unknown. */
const isUnknownProject = (status: number, body: unknown) =>
  status === 404 && is(ServiceErrorBody, body) && body.error.code === 'project.unknown'

/** A project id that is never used. The services' specific answer to it proves that they work. */
const NO_PROJECT = '0'.repeat(32)

/** @throws Error if the services are unavailable */
async function askServices(services: string, projectId: string, signal: AbortSignal) {
  const response = await fetch(`${services}/projects/v1/origins?projectId=${projectId}`, { redirect: 'error', signal })
  const bytes = await readBytes(response.body, PROJECT_CONFIG_MAX_BYTES)
  const body = jsonIn(Buffer.from(bytes).toString('utf8'))
  if (isUnknownProject(response.status, body)) return undefined
  const origins = matching(AllowedOrigins, body)
  if (!response.ok || !origins) throw new Error(`The services answered ${response.status} without origins`)
  return origins.allowedOrigins
}

/**
 * Requests a project's allowed pages from the services, and caches them briefly. Logs the start and the end of an
 * outage once each; during an outage, every frame is refused.
 * @param services the origin of the services
 */
export function createAllowedOrigins(services: string, log: Log) {
  const outage = createOutage(log, 'the services that name the pages of each project', 'do not answer', 'answer again')
  async function ask(projectId: string, signal: AbortSignal) {
    try {
      const origins = await askServices(services, projectId, signal)
      outage.end()
      return origins
    } catch (error) {
      outage.begin(error)
      throw error
    }
  }
  const find = rememberFound((projectId) => ask(projectId, AbortSignal.timeout(PATIENCE_MS)))
  // An invalid project id is neither requested nor cached.
  const findOrigins: FindOrigins = async (projectId) =>
    PROJECT_ID_PATTERN.test(projectId) ? find(projectId) : undefined
  const need: Dependency = { name: 'the services', ask: (signal) => ask(NO_PROJECT, signal), tellsLog: true }
  return {
    /** Throws if the services are unavailable: a guess could admit pages that the operator does not allow. */
    findOrigins,
    /** The readiness check for the services. */
    need,
  }
}
