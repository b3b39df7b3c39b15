import { ServiceErrorBody } from '@portico/contracts/services/serviceError'
import { type GenericSchema, type InferOutput, safeParse } from 'valibot'
import type { Place } from '../interfaces.ts'

/** The limit for requests that make the service send a mail or ask a provider. */
export const SLOW_LIMIT_MS = 30_000
const LIMIT_MS = 15_000

/** Why the login service did not fulfill a request. Contains nothing of the request. */
export class LoginError extends Error {
  /** @param code the service's code; undefined if the service is unreachable or its answer is unreadable */
  constructor(readonly code: string | undefined) {
    super(code ?? 'The login service cannot be reached')
    this.name = 'LoginError'
  }
}

export interface LoginRequest {
  readonly method?: 'GET' | 'POST'
  readonly body?: unknown
  /** The session's token. */
  readonly token?: string
  /** Aborts when the answer is no longer needed. */
  readonly signal?: AbortSignal
  readonly limitMs?: number
}

export interface LoginClient {
  /** @throws LoginError */
  ask<Schema extends GenericSchema>(path: string, schema: Schema, request?: LoginRequest): Promise<InferOutput<Schema>>
}

async function read(response: Response): Promise<unknown> {
  const text = await response.text()
  return text === '' ? undefined : JSON.parse(text)
}

/** The client of the login service. Sends nothing beyond what is listed here, and no secrets in URLs. */
export function createLoginClient(
  { settings, projectId }: Pick<Place, 'settings' | 'projectId'>,
  fetch: typeof globalThis.fetch = (...args) => globalThis.fetch(...args),
): LoginClient {
  return {
    async ask(path, schema, { method = 'POST', body, token, signal, limitMs = LIMIT_MS } = {}) {
      const limit = AbortSignal.timeout(limitMs)
      try {
        const response = await fetch(`${settings.services}${path}?${new URLSearchParams({ projectId })}`, {
          method,
          credentials: 'omit',
          cache: 'no-store',
          redirect: 'error',
          signal: signal ? AbortSignal.any([signal, limit]) : limit,
          // Lets the sign-out request reach the service even if the visitor leaves the page.
          keepalive: true,
          headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
          ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
        })
        const answer = await read(response)
        if (!response.ok) {
          const refusal = safeParse(ServiceErrorBody, answer)
          throw new LoginError(refusal.success ? refusal.output.error.code : undefined)
        }
        const { success, output } = safeParse(schema, answer)
        if (!success) throw new LoginError(undefined)
        return output
      } catch (error) {
        // Errors from the network or a parser may contain what was sent.
        throw error instanceof LoginError ? error : new LoginError(undefined)
      }
    },
  }
}
