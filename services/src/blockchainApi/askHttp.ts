import { ServiceError } from '../http/errors.ts'
import { readJson } from './readJson.ts'

/** An explorer that has not answered by then is passed over. */
const EXPLORER_WAIT_MS = 10_000

/** A status that means something to the caller, and everything of 200 as JSON. */
export interface HttpAnswer {
  readonly status: number
  readonly body: unknown
}

export interface HttpRequest {
  /** Beside the query of the base, which may hold a key. */
  readonly query?: Readonly<Record<string, string>>
  /** Sent as JSON, by POST. */
  readonly body?: unknown
  /** Statuses beside 200 that are an answer. */
  readonly expected?: readonly number[]
  readonly waitMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Asks an interface below `base` that answers in JSON to whoever wants it. Follows no redirect: the key would go along.
 * @throws ServiceError `upstream.unavailable` for every status that is not expected, and for what is no JSON; it names
 *   neither the host nor what was asked for
 */
export async function askHttp(
  base: URL,
  path: string,
  { query = {}, body, expected = [], waitMs = EXPLORER_WAIT_MS, signal }: HttpRequest = {},
): Promise<HttpAnswer> {
  const url = new URL(base)
  url.pathname = `${url.pathname.replace(/\/$/, '')}${path}`
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const waits = [AbortSignal.timeout(waitMs), ...(signal ? [signal] : [])]
  const isPosted = body !== undefined
  const headers = { Accept: 'application/json', ...(isPosted && { 'Content-Type': 'application/json' }) }
  const posted = isPosted ? { method: 'POST', body: JSON.stringify(body) } : {}
  const ended = AbortSignal.any(waits)
  const send = () => fetch(url, { ...posted, headers, redirect: 'error', signal: ended })
  try {
    const answer = await send().catch((reason: unknown) => {
      // A connection that was kept may have been closed by the other side in that moment: what only reads is asked once more.
      if (isPosted || ended.aborted) throw reason
      return send()
    })
    if (answer.status === 200) return { status: 200, body: await readJson(answer) }
    await answer.body?.cancel()
    if (expected.includes(answer.status)) return { status: answer.status, body: undefined }
  } catch {
    // Not the cause: see above.
  }
  throw new ServiceError('upstream.unavailable')
}

/** The first of `bases` that answers. @throws ServiceError what the last one met with */
export async function askFirst<Answer>(bases: readonly URL[], ask: (base: URL) => Promise<Answer>): Promise<Answer> {
  let reason: unknown = new ServiceError('upstream.unavailable')
  for (const base of bases) {
    try {
      return await ask(base)
    } catch (thrown) {
      reason = thrown
    }
  }
  throw reason
}
