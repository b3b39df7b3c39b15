import { readJson } from './readJson.ts'

/** How long an upstream may take before it counts as failed. */
const UPSTREAM_WAIT_MS = 10_000

export interface JsonAnswer {
  readonly status: number
  readonly body: unknown
}

interface JsonRequest {
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Sent as JSON, by POST. */
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
  readonly waitMs?: number | undefined
}

/** The URL of a path below `base`. The query of `base`, which may contain a key, is kept. */
export function urlBelow(base: URL, path: string, query: Readonly<Record<string, string | undefined>> = {}): URL {
  const url = new URL(base)
  url.pathname = `${url.pathname.replace(/\/$/, '')}${path}`
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value)
  return url
}

/** The options of a request for JSON. No redirect is followed, because the key would be sent along. */
export function jsonRequest({ headers, body, signal, waitMs = UPSTREAM_WAIT_MS }: JsonRequest): RequestInit {
  const isPosted = body !== undefined
  return {
    redirect: 'error',
    signal: AbortSignal.any([AbortSignal.timeout(waitMs), ...(signal ? [signal] : [])]),
    headers: { accept: 'application/json', ...(isPosted && { 'content-type': 'application/json' }), ...headers },
    ...(isPosted && { method: 'POST', body: JSON.stringify(body) }),
  }
}

/**
 * Requests JSON, including the bodies of error responses. Rejects on a time-out or if the body is not JSON; the error
 * names the host and the path, never the query or a header.
 */
export async function askJson(url: URL, request: JsonRequest): Promise<JsonAnswer> {
  try {
    const answer = await fetch(url, jsonRequest(request))
    return { status: answer.status, body: await readJson(answer) }
  } catch {
    throw new Error(`No answer of ${url.host}${url.pathname}`)
  }
}

/**
 * Requests JSON, without the bodies of error responses.
 * @returns undefined if there is no response. The reason is dropped: it may quote the request, which contains an
 *   address
 */
export async function tryJson(url: URL, request: JsonRequest): Promise<JsonAnswer | undefined> {
  try {
    const answer = await fetch(url, jsonRequest(request))
    return { status: answer.status, body: answer.ok ? await readJson(answer) : await answer.body?.cancel() }
  } catch {
    return undefined
  }
}
