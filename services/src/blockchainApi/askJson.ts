import { readJson } from './readJson.ts'

/** After this time an upstream counts as failed. */
export const UPSTREAM_WAIT_MS = 10_000

export interface JsonAnswer {
  readonly status: number
  readonly body: unknown
}

/**
 * Requests JSON, also from error responses. Follows no redirect, because the key would go along. Rejects on a timeout
 * or if the body is not JSON; the reason names the path at most, never the query or a header.
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
