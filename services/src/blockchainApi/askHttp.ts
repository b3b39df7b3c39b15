import type { CaipNetworkId } from '@portico/contracts'
import { ServiceError } from '../http/errors.ts'
import type { UpstreamList } from '../jsonRpc/upstreamList.ts'
import { type JsonAnswer, jsonRequest, urlBelow } from './askJson.ts'
import { readJson } from './readJson.ts'

export interface HttpRequest {
  /** Added to the query of the base URL, which may contain a key. */
  readonly query?: Readonly<Record<string, string>>
  /** Sent as JSON, by POST. */
  readonly body?: unknown
  /** Statuses other than 200 that count as a response. */
  readonly expected?: readonly number[]
  readonly waitMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Requests JSON from an HTTP API below `base`. The body is read only if the status is 200.
 * @throws ServiceError `upstream.unavailable` for any unexpected status and for a body that is not JSON; the error
 *   names neither the host nor the request
 */
export async function askHttp(
  base: URL,
  path: string,
  { query, body, expected = [], waitMs, signal }: HttpRequest = {},
): Promise<JsonAnswer> {
  const url = urlBelow(base, path, query)
  const request = jsonRequest({ body, signal, waitMs })
  const send = () => fetch(url, request)
  try {
    const answer = await send().catch((reason: unknown) => {
      // The server may have just closed a kept-alive connection, so a request without a body is tried once more.
      if (body !== undefined || request.signal?.aborted) throw reason
      return send()
    })
    if (answer.status === 200) return { status: 200, body: await readJson(answer) }
    await answer.body?.cancel()
    if (expected.includes(answer.status)) return { status: answer.status, body: undefined }
  } catch {
    // The cause is not passed on, because it may contain the key.
  }
  throw new ServiceError('upstream.unavailable')
}

/** The response of the chain's first working upstream. @throws ServiceError `chain.unsupported`, or the last error */
export async function askFirst<Answer>(
  upstreams: UpstreamList,
  caipNetworkId: CaipNetworkId,
  ask: (base: URL) => Promise<Answer>,
): Promise<Answer> {
  let reason: unknown = new ServiceError('chain.unsupported')
  for (const base of upstreams.get(caipNetworkId) ?? []) {
    try {
      return await ask(base)
    } catch (thrown) {
      reason = thrown
    }
  }
  throw reason
}
