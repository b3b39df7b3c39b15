import { ServiceErrorBody } from '@portico/contracts/services/serviceError'
import { type GenericSchema, type InferOutput, safeParse } from 'valibot'
import type { Place } from '../parts.ts'

/** Sending a mail, or asking a provider, takes the service its time. */
export const SLOW_LIMIT_MS = 30_000
const LIMIT_MS = 15_000

/** Why login has not done what it was asked for. It holds nothing of what was asked. */
export class LoginError extends Error {
  /** @param code of the service; undefined where none came: it cannot be reached, or its answer cannot be read */
  constructor(readonly code: string | undefined) {
    super(code ?? 'The login service cannot be reached')
    this.name = 'LoginError'
  }
}

export interface LoginRequest {
  readonly method?: 'GET' | 'POST'
  readonly body?: unknown
  /** Of a session. */
  readonly token?: string
  /** Nobody waits for the answer any more. */
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

/** Aborts with either. */
function within(limitMs: number, signal?: AbortSignal) {
  const life = new AbortController()
  const abort = () => life.abort()
  const timer = setTimeout(abort, limitMs)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort, { once: true })
  return {
    signal: life.signal,
    release() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    },
  }
}

/** The login service, as the frame asks it. Nothing is sent but what is said here, and secrets in no address. */
export function createLoginClient(
  { settings, projectId }: Pick<Place, 'settings' | 'projectId'>,
  fetch: typeof globalThis.fetch = (...asked) => globalThis.fetch(...asked),
): LoginClient {
  return {
    async ask(path, schema, { method = 'POST', body, token, signal, limitMs = LIMIT_MS } = {}) {
      const limit = within(limitMs, signal)
      try {
        const response = await fetch(`${settings.services}${path}?${new URLSearchParams({ projectId })}`, {
          method,
          credentials: 'omit',
          cache: 'no-store',
          redirect: 'error',
          signal: limit.signal,
          // A page that is left while somebody signs out still says so.
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
        // Whatever the network or a parser says may hold what was sent.
        throw error instanceof LoginError ? error : new LoginError(undefined)
      } finally {
        limit.release()
      }
    },
  }
}
