import { PROJECT_CONFIG_MAX_BYTES, ProjectConfig } from '@portico/contracts/services/projectConfig'
import { safeParse } from 'valibot'

/** The three parameters of every service call (services.md §3). */
export const wireParameters = (projectId: string, sv: string): URLSearchParams =>
  new URLSearchParams({ projectId, st: 'appkit', sv })

export type Fetched<T> =
  | { readonly ok: true; readonly value: T; readonly body: string }
  | { readonly ok: false; readonly reason: 'rate-limited' | 'server-error' | 'other'; readonly cause: unknown }

/** The alert that tells the site's owner about a failure. */
export const ALERTS = { 'rate-limited': 'config.rateLimited', 'server-error': 'config.serverError' } as const

const failed = (reason: 'rate-limited' | 'server-error' | 'other', cause: unknown): Fetched<never> => ({
  ok: false,
  reason,
  cause,
})

/** Reads a response of the project's services with `parse`. */
export async function read<T>(
  request: Promise<Response>,
  parse: (body: unknown) => T | undefined,
): Promise<Fetched<T>> {
  try {
    const response = await request
    if (response.status === 429) return failed('rate-limited', 'HTTP status code: 429')
    if (response.status >= 500) return failed('server-error', `HTTP status code: ${response.status}`)
    if (!response.ok) return failed('other', `HTTP status code: ${response.status}`)
    const body = await response.text()
    if (new TextEncoder().encode(body).length > PROJECT_CONFIG_MAX_BYTES)
      return failed('other', 'the answer is too long')
    const value = parse(JSON.parse(body))
    return value === undefined ? failed('other', 'the answer is not what it should be') : { ok: true, value, body }
  } catch (cause) {
    return failed('other', cause)
  }
}

export function parseConfig(body: unknown): ProjectConfig | undefined {
  const result = safeParse(ProjectConfig, body)
  return result.success ? result.output : undefined
}

export const readConfig = (request: Promise<Response>): Promise<Fetched<ProjectConfig>> => read(request, parseConfig)
