import { ServiceError } from '../../http/errors.ts'
import { readJson } from '../readJson.ts'

/** An explorer that has not answered by then is passed over. */
export const EXPLORER_WAIT_MS = 10_000

/** A status that means something to the caller, and everything of 200 as JSON. */
export interface HttpAnswer {
  readonly status: number
  readonly body: unknown
}

/**
 * Asks a REST interface below `base`, whose query is sent along: it may hold a key. Follows no redirect.
 * @param expected statuses beside 200 that are an answer
 * @throws ServiceError `upstream.unavailable` for every other one, and for what is no JSON
 */
export async function askHttp(
  base: URL,
  path: string,
  {
    expected = [],
    waitMs = EXPLORER_WAIT_MS,
    signal,
  }: { expected?: readonly number[]; waitMs?: number; signal?: AbortSignal } = {},
): Promise<HttpAnswer> {
  const url = new URL(base)
  url.pathname = `${url.pathname.replace(/\/$/, '')}${path}`
  const waits = [AbortSignal.timeout(waitMs), ...(signal ? [signal] : [])]
  try {
    const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.any(waits) })
    if (answer.status === 200) return { status: 200, body: await readJson(answer) }
    await answer.body?.cancel()
    if (expected.includes(answer.status)) return { status: answer.status, body: undefined }
  } catch {
    // Not the cause: it may name the host, and the address that was asked for.
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
