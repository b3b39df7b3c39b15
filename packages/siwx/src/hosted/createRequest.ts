import { type GenericSchema, type InferOutput, safeParse } from 'valibot'
import { SIWXError } from '../errors.ts'
import type { ServiceOptions } from './types.ts'

interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT'
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
  readonly query?: Readonly<Record<string, string>>
  /** Set if the page might be closing. */
  readonly keepalive?: boolean
}

export type Request = (path: string, call?: Call) => Promise<unknown>

const TIMEOUT_MS = 10_000
/** Identifies the client in the usual form: platform, adapters, version. */
const SDK = { st: 'appkit', sv: 'html-universal-0.1.0' }

/**
 * Calls `<api>/auth/v1/<path>`. Resolves with the JSON, or null for a success without a body.
 * @throws SIWXError `siwx.unreachable`, `siwx.notAuthenticated` for 401 and 403, `siwx.refused`, `siwx.invalidAnswer`
 */
export function createRequest({ api, projectId, timeoutMs = TIMEOUT_MS }: ServiceOptions): Request {
  return async (path, { method = 'GET', headers = {}, body, query = {}, keepalive = false } = {}) => {
    const url = new URL(`/auth/v1/${path}`, api)
    url.search = new URLSearchParams({ projectId, ...SDK, ...query }).toString()
    const given = Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined)
    let response: Response
    let text: string
    try {
      response = await fetch(url, {
        method,
        headers: given,
        keepalive,
        signal: AbortSignal.timeout(timeoutMs),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      text = await response.text()
    } catch (cause) {
      throw new SIWXError('siwx.unreachable', { cause })
    }
    if (response.status === 401 || response.status === 403) {
      throw new SIWXError('siwx.notAuthenticated', { cause: new Error(text) })
    }
    if (!response.ok) throw new SIWXError('siwx.refused', { reason: text || String(response.status) })
    if (!response.headers.get('content-type')?.includes('application/json')) return null
    try {
      return JSON.parse(text)
    } catch (cause) {
      throw new SIWXError('siwx.invalidAnswer', { cause })
    }
  }
}

/** @throws SIWXError `siwx.invalidAnswer` */
export function readAnswer<S extends GenericSchema>(schema: S, answer: unknown): InferOutput<S> {
  const result = safeParse(schema, answer)
  if (!result.success) throw new SIWXError('siwx.invalidAnswer', { cause: new Error(result.issues[0].message) })
  return result.output
}
