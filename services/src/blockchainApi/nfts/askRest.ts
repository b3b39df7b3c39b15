import { ServiceError } from '../../http/errors.ts'
import { EXPLORER_WAIT_MS } from '../balances/askHttp.ts'
import { readJson } from '../readJson.ts'

export interface RestRequest {
  /** Beside those of the base, which may hold a key. */
  readonly query?: Readonly<Record<string, string>>
  /** Sent as JSON, by POST. */
  readonly body?: unknown
  /** A status that means that nothing is known. */
  readonly unknownStatus?: number
  readonly waitMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Asks an interface that answers in JSON to whoever wants it. Follows no redirect: the key would go along.
 * @returns undefined for `unknownStatus`
 * @throws ServiceError `upstream.unavailable`, which names neither the host nor what was asked for
 */
export async function askRest(
  base: URL,
  path: string,
  { query = {}, body, unknownStatus, waitMs = EXPLORER_WAIT_MS, signal }: RestRequest = {},
): Promise<unknown> {
  const url = new URL(base)
  url.pathname = `${url.pathname.replace(/\/$/, '')}${path}`
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const waits = [AbortSignal.timeout(waitMs), ...(signal ? [signal] : [])]
  const posted = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const headers = { Accept: 'application/json', ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) }
  try {
    const answer = await fetch(url, { ...posted, headers, redirect: 'error', signal: AbortSignal.any(waits) })
    if (answer.status === 200) return await readJson(answer)
    await answer.body?.cancel()
    if (answer.status === unknownStatus) return undefined
  } catch {
    // Not the cause: it may name the host, and the address that was asked for.
  }
  throw new ServiceError('upstream.unavailable')
}
