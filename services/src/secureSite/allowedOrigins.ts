import { AllowedOrigins, PROJECT_CONFIG_MAX_BYTES } from '@portico/contracts/services/projectConfig'
import { ServiceErrorBody } from '@portico/contracts/services/serviceError'
import { is, safeParse } from 'valibot'
import { readBytes } from '../http/readBytes.ts'
import { PROJECT_ID_PATTERN } from '../http/readProjectId.ts'
import { rememberFound } from '../http/rememberFound.ts'

/** A page waits for it. */
const PATIENCE_MS = 3_000

/** What a project's operator has written, or undefined where there is no such project. */
export type FindOrigins = (projectId: string) => Promise<readonly string[] | undefined>

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return undefined
  }
}

/** Whether the services themselves say it, and not just anybody who answers at their address. */
const isUnknownProject = (status: number, body: unknown) =>
  status === 404 && is(ServiceErrorBody, body) && body.error.code === 'project.unknown'

/**
 * Asks the services which pages a project allows, and remembers it for a moment.
 * @param services their origin
 * @returns throws when they cannot be asked: whoever then guesses would let in whom the operator does not
 */
export function createFindOrigins(services: string): FindOrigins {
  const find = rememberFound(async (projectId) => {
    const response = await fetch(`${services}/projects/v1/origins?projectId=${projectId}`, {
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const body = parseJson(await readBytes(response.body, PROJECT_CONFIG_MAX_BYTES))
    if (isUnknownProject(response.status, body)) return undefined
    const { success, output } = safeParse(AllowedOrigins, body)
    if (!response.ok || !success) throw new Error(`The services answered ${response.status} without origins`)
    return output.allowedOrigins
  })
  // What can be no project is not asked for, and not remembered.
  return async (projectId) => (PROJECT_ID_PATTERN.test(projectId) ? find(projectId) : undefined)
}
