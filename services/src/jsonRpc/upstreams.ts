import { JSON_RPC_ERRORS } from '@portico/contracts/services/jsonRpc'
import type { Place } from '../http/createRoom.ts'
import type { Log } from '../log.ts'
import { type Answer, type Attempt, askUpstream, type NodeCall } from './askUpstream.ts'
import { type CoolDown, createCoolDown } from './coolDown.ts'
import { type Connection, openConnection, STALE } from './exchange.ts'
import { ATTEMPT_TIMEOUT_MS, TOTAL_TIMEOUT_MS } from './limits.ts'
import { isBroadcast, probeMethod } from './methods.ts'
import type { RpcChain } from './upstreamList.ts'

/** The upstreams of one chain. */
export interface Upstreams {
  /**
   * Tries the upstreams one after the other until one of them answers.
   * @param calls one or more reads, or a single transaction
   * @param place counts the memory that the answers take
   * @returns one answer per call, in order; undefined if no upstream answers
   */
  ask(calls: readonly NodeCall[], place?: Pick<Place, 'take'>): Promise<readonly Answer[] | undefined>
}

export type OnAttempt = (caipNetworkId: string, outcome: Attempt['kind']) => void

export interface UpstreamsOptions {
  readonly chain: Pick<RpcChain, 'caipNetworkId' | 'namespace'>
  /** The URLs in order of preference. */
  readonly urls: readonly URL[]
  readonly log: Log
  /** Receives the outcome of each attempt, for metrics. */
  readonly onAttempt?: OnAttempt | undefined
  /** Closes the connections when it aborts. */
  readonly signal?: AbortSignal
  readonly attemptTimeoutMs?: number
  readonly totalTimeoutMs?: number
  /**
   * Whether a node's JSON-RPC error counts as the answer; true by default. If false, the next upstream is tried after
   * such an error, because nodes differ in what they know.
   */
  readonly isErrorFinal?: boolean
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number
}

interface Upstream {
  /** The position in the list, counted from 1, for the log, because the URL may contain a key. */
  readonly position: number
  readonly connection: Connection
  readonly coolDown: CoolDown
  isProbed: boolean
}

const errorAnswer = (error: (typeof JSON_RPC_ERRORS)[keyof typeof JSON_RPC_ERRORS]): Answer => ({
  error: JSON.stringify(error),
})

/**
 * Keeps the connections to the upstreams of one chain and tracks which of them work.
 *
 * A signed transaction is sent to the next upstream like any other call: the same bytes are the same transaction,
 * however often and wherever they are submitted. But a node that has already received or mined the transaction responds
 * with an error ("already known", "nonce too low"). After an attempt that may have succeeded, such an error does not
 * prove that the transaction failed, and is not passed on: a visitor who believes it would pay twice.
 */
export function createUpstreams({
  chain: { caipNetworkId, namespace },
  urls,
  log,
  onAttempt,
  signal,
  attemptTimeoutMs = ATTEMPT_TIMEOUT_MS,
  totalTimeoutMs = TOTAL_TIMEOUT_MS,
  isErrorFinal = true,
  now = () => performance.now(),
}: UpstreamsOptions): Upstreams {
  const upstreams = urls.map(
    (url, index): Upstream => ({
      position: index + 1,
      connection: openConnection(url, signal),
      coolDown: createCoolDown(now),
      isProbed: false,
    }),
  )

  function remember({ position, coolDown }: Upstream, attempt: Attempt) {
    const about = { chainId: caipNetworkId, upstream: position }
    if (signal?.aborted) return
    if (attempt.kind === 'failed') {
      const coolDownMs = coolDown.fail(attempt.retryAfterMs)
      if (coolDownMs > 0) log.warn('an upstream failed', { ...about, reason: attempt.reason, coolDownMs })
    } else if (coolDown.isNeeded) {
      coolDown.succeed()
      log.info('an upstream is back', about)
    }
  }

  async function attempt(
    upstream: Upstream,
    calls: readonly NodeCall[],
    timeoutMs: number,
    place?: Pick<Place, 'take'>,
  ) {
    const askOnce = () => askUpstream(upstream.connection, namespace, calls, timeoutMs, place)
    const first = await askOnce()
    const isRepeated = first.kind === 'failed' && first.reason === STALE
    const outcome = isRepeated ? await askOnce() : first
    remember(upstream, outcome)
    onAttempt?.(caipNetworkId, outcome.kind)
    return { outcome, isRepeated }
  }

  /** Probes an upstream after its rest, so that no visitor has to wait for a failed upstream while another works. */
  async function probe(upstream: Upstream) {
    if (upstream.isProbed || now() < upstream.coolDown.endsAt) return
    upstream.isProbed = true
    try {
      await attempt(upstream, [{ method: probeMethod(namespace) }], attemptTimeoutMs)
    } finally {
      upstream.isProbed = false
    }
  }

  /** The working upstreams, then the resting one whose rest ends first, so that at least one is always tried. */
  function candidates(): readonly Upstream[] {
    const resting = upstreams.filter(({ coolDown }) => coolDown.isNeeded)
    const working = upstreams.filter(({ coolDown }) => !coolDown.isNeeded)
    if (working.length > 0) for (const upstream of resting) void probe(upstream)
    return [...working, ...resting.sort((a, b) => a.coolDown.endsAt - b.coolDown.endsAt).slice(0, 1)]
  }

  return {
    async ask(calls, place) {
      const endsAt = now() + totalTimeoutMs
      const answerAll = (answer: Answer) => calls.map(() => answer)
      const isTransaction = calls.some(({ method }) => isBroadcast(namespace, method))
      let mayBeAccepted = false
      let isRefused = false

      const order = candidates()
      for (const upstream of order) {
        const leftMs = endsAt - now()
        if (leftMs <= 0) break
        const isLast = upstream === order.at(-1)
        const timeoutMs = isLast ? leftMs : Math.min(attemptTimeoutMs, leftMs)
        const { outcome, isRepeated } = await attempt(upstream, calls, timeoutMs, place)
        mayBeAccepted ||= isTransaction && isRepeated
        if (outcome.kind === 'answered') {
          const { answers } = outcome
          const isSuccess = answers.every((answer) => 'result' in answer)
          if (!isSuccess && !isErrorFinal && !isLast) continue
          const isProof = isSuccess || !mayBeAccepted
          return isProof ? answers : answerAll(errorAnswer(JSON_RPC_ERRORS.outcomeUnknown))
        }
        if (outcome.kind === 'tooLarge') return answerAll(errorAnswer(JSON_RPC_ERRORS.answerTooLarge))
        if (outcome.kind === 'noRoom') {
          const { noRoom, outcomeUnknown } = JSON_RPC_ERRORS
          return answerAll(errorAnswer(isTransaction ? outcomeUnknown : noRoom))
        }
        if (outcome.kind === 'refused') isRefused = true
        else if (isTransaction) mayBeAccepted ||= outcome.isDelivered
      }
      if (mayBeAccepted) return answerAll(errorAnswer(JSON_RPC_ERRORS.outcomeUnknown))
      return isRefused ? answerAll(errorAnswer(JSON_RPC_ERRORS.requestRefused)) : undefined
    },
  }
}
