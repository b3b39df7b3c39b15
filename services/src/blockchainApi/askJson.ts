/** An upstream that has not answered by then is given up. */
export const UPSTREAM_WAIT_MS = 10_000

/** A list of all tokens of a network is a quarter of it. */
const ANSWER_MAX_BYTES = 4_000_000

export interface JsonAnswer {
  readonly status: number
  readonly body: unknown
}

async function readText(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.byteLength
    if (size > ANSWER_MAX_BYTES) throw new Error('The answer is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/**
 * Asks an interface that speaks JSON, also when it refuses. Follows no redirect: the key would go along. Rejects when nothing
 * came in time, or something else than JSON; the reason names the path at most, never the query or a header.
 */
export async function askJson(
  url: URL,
  headers: Readonly<Record<string, string>>,
  { signal, waitMs = UPSTREAM_WAIT_MS }: { readonly signal?: AbortSignal; readonly waitMs?: number } = {},
): Promise<JsonAnswer> {
  const waits = [AbortSignal.timeout(waitMs), ...(signal ? [signal] : [])]
  try {
    const request = { headers: { accept: 'application/json', ...headers }, signal: AbortSignal.any(waits) }
    const answer = await fetch(url, { redirect: 'error', ...request })
    return { status: answer.status, body: JSON.parse(await readText(answer)) }
  } catch {
    throw new Error(`No answer of ${url.host}${url.pathname}`)
  }
}
