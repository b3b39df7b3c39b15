import { readJson } from './readJson.ts'

/** After this time an upstream counts as failed. */
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

/** The URL of a path below `base`, whose own query stays: it may hold a key. */
export function urlBelow(base: URL, path: string, query: Readonly<Record<string, string | undefined>> = {}): URL {
  const url = new URL(base)
  url.pathname = `${url.pathname.replace(/\/$/, '')}${path}`
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value)
  return url
}

/** A request for JSON. Follows no redirect, because the key would go along. */
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
 * Requests JSON, also from error responses. Rejects on a timeout or if the body is not JSON; the reason names the path
 * at most, never the query or a header.
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
 * @returns undefined without an answer. Not the reason: it may quote the request, which contains an address
 */
export async function tryJson(url: URL, request: JsonRequest): Promise<JsonAnswer | undefined> {
  try {
    const answer = await fetch(url, jsonRequest(request))
    return { status: answer.status, body: answer.ok ? await readJson(answer) : await answer.body?.cancel() }
  } catch {
    return undefined
  }
}
