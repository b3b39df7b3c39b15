import { readJson } from './readJson.ts'

/** An upstream that has not answered by then is given up. */
export const UPSTREAM_WAIT_MS = 10_000

export interface JsonAnswer {
  readonly status: number
  readonly body: unknown
}

/**
 * Asks an interface that speaks JSON, also when it refuses. Follows no redirect: the key would go along. Rejects when nothing
 * came in time, or something else than JSON; the reason names the path at most, never the query or a header.
 */
export async function askJson(
  url: URL,
  headers: Readonly<Record<string, string>>,
  {
    signal,
    waitMs = UPSTREAM_WAIT_MS,
    body,
  }: {
    readonly signal?: AbortSignal | undefined
    readonly waitMs?: number | undefined
    /** Sent as JSON, by POST. */
    readonly body?: object
  } = {},
): Promise<JsonAnswer> {
  const waits = [AbortSignal.timeout(waitMs), ...(signal ? [signal] : [])]
  const posted = body && { method: 'POST', body: JSON.stringify(body) }
  const type = body && { 'content-type': 'application/json' }
  try {
    const request = { headers: { accept: 'application/json', ...type, ...headers }, signal: AbortSignal.any(waits) }
    const answer = await fetch(url, { redirect: 'error', ...request, ...posted })
    return { status: answer.status, body: await readJson(answer) }
  } catch {
    throw new Error(`No answer of ${url.host}${url.pathname}`)
  }
}
