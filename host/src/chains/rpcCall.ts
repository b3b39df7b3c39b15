export interface RpcRequest {
  readonly method: string
  readonly params?: readonly unknown[]
}

/** The node answered with an error; another node would give the same answer. JSON-RPC 2.0 §5.1. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** The node did not answer; another node may. */
export class NodeFailure extends Error {
  override readonly name = 'NodeFailure'
  /** Whether the node limits requests. `waitMs`: for how long, if it says so. */
  readonly isBusy: boolean
  readonly waitMs: number | undefined
  /** Whether the node refuses this page or network, so retrying is pointless. */
  readonly isRefusal: boolean

  constructor(message: string, { cause, isBusy = false, isRefusal = false, waitMs }: FailureReason = {}) {
    super(message, { cause })
    this.isBusy = isBusy
    this.isRefusal = isRefusal
    this.waitMs = waitMs
  }
}

interface FailureReason {
  readonly cause?: unknown
  readonly isBusy?: boolean
  readonly isRefusal?: boolean
  readonly waitMs?: number | undefined
}

/** Error codes of a node that limits requests (EIP-1474, or the status as a code) or lags behind others (Solana). */
const BUSY_CODES: readonly unknown[] = [429, -32005]

/** The wait in RFC 9110 §10.2.3 form: seconds or a date. Undefined if unreadable. */
function retryAfter(headers: Headers): number | undefined {
  const text = headers.get('Retry-After')?.trim()
  if (!text) return undefined
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

/** Our services (services.md §8) accept JSON as plain text, which needs no preflight. Others need JSON's own type. */
const contentTypeFor = (url: string) => (/[?&]projectId=/.test(url) ? 'text/plain' : 'application/json')

/** @throws RpcError, NodeFailure */
function readAnswer(text: string, { ok, status, headers }: Response): unknown {
  const isBusy = status === 429
  const isDown = status >= 500 || status === 408
  const failure = () =>
    new NodeFailure(`HTTP status code: ${status}`, {
      isBusy,
      isRefusal: !isBusy && !isDown,
      waitMs: retryAfter(headers),
    })
  if (isBusy || isDown) throw failure()
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch (cause) {
    throw ok ? new NodeFailure('The answer is no JSON', { cause }) : failure()
  }
  const { error, result } = (answer ?? {}) as { error?: Partial<RpcError> | null; result?: unknown }
  if (error) {
    const { code, message } = error
    if (BUSY_CODES.includes(code)) throw new NodeFailure(String(message), { isBusy: true, waitMs: retryAfter(headers) })
    // Some nodes send their JSON-RPC errors with an HTTP error status.
    if (typeof code === 'number') throw new RpcError(code, String(message), error.data)
  }
  if (!ok) throw failure()
  if (error || result === undefined) throw new NodeFailure('The answer is no JSON-RPC')
  return result
}

interface CallOptions {
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/**
 * Sends one request to one node.
 * @throws RpcError when the node answers with an error, NodeFailure when it does not answer, the signal's reason when
 *   aborted
 */
export async function callNode(
  url: string,
  { method, params = [] }: RpcRequest,
  { timeoutMs, signal }: CallOptions,
): Promise<unknown> {
  signal?.throwIfAborted()
  const life = new AbortController()
  const stop = () => life.abort()
  const timer = setTimeout(stop, timeoutMs)
  signal?.addEventListener('abort', stop)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': contentTypeFor(url) },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: life.signal,
    })
    return readAnswer(await response.text(), response)
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof RpcError || error instanceof NodeFailure) throw error
    throw new NodeFailure(life.signal.aborted ? 'The node took too long' : 'The node could not be reached', {
      cause: error,
    })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}
