import {
  type CaipNetworkId,
  type ChainNamespace,
  isModalError,
  ModalError,
  UNSAFE_REQUEST_MESSAGE_DELAY_MS,
} from '@portico/contracts'
import { toHexChainId, toRpcChainId } from '@portico/contracts/embeddedWallet/chainIds'
import { FRAME_FAILURES } from '@portico/contracts/embeddedWallet/failures'
import { copyJson, type Json, REQUEST_BOUNDS } from '@portico/contracts/embeddedWallet/json'
import { ANSWERED_BY_PAGE, type RpcMethod, rpcMethodKind } from '@portico/contracts/embeddedWallet/rpcMethods'
import { type KnownResult, readRpcResult, rpcResults } from '@portico/contracts/embeddedWallet/rpcResults'
import { awaitSendOutcome, isSending } from './awaitSendOutcome.ts'
import { type Ask, abortError } from './frameBridge.ts'
import { frameError } from './frameErrors.ts'

interface ApprovalEnding {
  /** The request's family, which may differ from the page's. */
  readonly namespace: ChainNamespace
  readonly outcome: 'success' | 'error'
  /** How many other requests wait for the visitor. */
  readonly left: number
  /** The reason, if the outcome is `error`. */
  readonly error?: unknown
}

/** The window that the visitor sees. */
export interface RpcScreen {
  /** Shows the frame for an approval. */
  showApproval(): void
  /** Called when the frame has answered an approval request; not for aborted ones, which are no longer shown. */
  approvalEnded(ending: ApprovalEnding): void
  /** Opens the window, without the view for approvals, after a disallowed method has ended all approval requests. */
  open(): void
  /** Shows an error about the disallowed method. */
  showNotAllowed(): void
}

export interface RpcGateSetup {
  readonly ask: Ask
  postAbort(): void
  /** The network that the family is on. */
  network(namespace: ChainNamespace): CaipNetworkId | undefined
  /** The site's RPC node for the network; without one, the frame uses its own. */
  rpcUrl(network: CaipNetworkId): string | undefined
  readonly screen: RpcScreen
}

/** A request as in EIP-1193. Any script on the page may have made it. */
export interface RpcArguments {
  readonly method: string
  readonly params?: unknown
}

export interface RpcGate {
  /**
   * Asks the wallet for one of the methods of rules.md §5, and rejects all others.
   * @throws ModalError as a rejection: `frame.methodNotAllowed`, `frame.requestAborted`, `connection.requestRejected`,
   *   `connection.requestFailed` when the parameters cannot be posted, `chain.unsupported`, and those of `Ask`
   */
  request(request: RpcArguments, namespace?: ChainNamespace): Promise<unknown>
  /** Whether a request waits for the visitor. */
  isWaiting(): boolean
  /** Lets the visitor review new devices, if there are any. @throws ModalError as a rejection: those of `Ask` */
  reviewDevices(): Promise<void>
  /** Called when the window closes: rejects requests that wait for the visitor. Reads, and sends under way, go on. */
  rejectOpen(): void
  dispose(): void
}

const METHOD_SHOWN_MAX = 64

const isKnownResult = (method: string): method is keyof KnownResult => Object.hasOwn(rpcResults, method)

/** @throws ModalError */
function copyParams(params: unknown): Json | undefined {
  const copied = params === undefined ? undefined : copyJson(params, REQUEST_BOUNDS)
  if (params === undefined || copied !== undefined) return copied
  throw new ModalError('connection.requestFailed', { details: { code: FRAME_FAILURES.invalidRequest.code } })
}

/** @throws ModalError */
function readResult(method: string, payload: Json | undefined): unknown {
  const result = isKnownResult(method) ? readRpcResult(method, payload) : (payload ?? null)
  if (result === undefined) throw frameError('frame.invalidAnswer', { details: { method } })
  return result
}

/** Passes requests to the wallet. Refuses methods that rules.md §5 does not list before anything is posted. */
export function createRpcGate({ ask, postAbort, network, rpcUrl, screen }: RpcGateSetup): RpcGate {
  /** Requests that wait for the visitor. */
  const approvals = new Set<AbortController>()
  const life = new AbortController()
  let notice: ReturnType<typeof setTimeout> | undefined

  function rejectOpen(): void {
    if (!approvals.size) return
    const dropped = [...approvals]
    approvals.clear()
    postAbort() // only once, because the frame then drops everything that it shows
    for (const approval of dropped) approval.abort()
  }

  function refuse(method: unknown): ModalError {
    rejectOpen()
    screen.open()
    notice ??= setTimeout(() => {
      notice = undefined
      screen.showNotAllowed()
    }, UNSAFE_REQUEST_MESSAGE_DELAY_MS)
    const shown = typeof method === 'string' ? method.slice(0, METHOD_SHOWN_MAX) : typeof method
    return frameError('frame.methodNotAllowed', { details: { method: shown } })
  }

  /** In hexadecimal, whereas other clients answer with a number or a CAIP-2 id. */
  function chainId(): `0x${string}` {
    const current = network('eip155')
    const id = current && toHexChainId(current)
    if (!id) throw new ModalError('chain.unsupported')
    return id
  }

  /** Creates a new object; other clients write into the object that the site has passed. */
  function payloadOf(method: RpcMethod, params: unknown, chainNamespace: ChainNamespace) {
    const current = network(chainNamespace)
    const copied = copyParams(params)
    return {
      method,
      ...(copied !== undefined && { params: copied }),
      chainNamespace,
      ...(current && { chainId: toRpcChainId(current), rpcUrl: rpcUrl(current) }),
    }
  }

  function answerTo(payload: ReturnType<typeof payloadOf>, dropped: AbortSignal): Promise<Json | undefined> {
    if (!isSending(payload.method)) return ask('RPC_REQUEST', payload, dropped)
    return awaitSendOutcome({
      answer: ask('RPC_REQUEST', payload, life.signal),
      dropped,
      aborted: () => abortError('RPC_REQUEST'),
      look: (signal) => ask('GET_CHAIN_ID', undefined, signal),
      life: life.signal,
    })
  }

  /** Shows the frame while it asks the visitor. @param askFrame gets a signal that aborts if the request is dropped */
  async function shown<Answer>(namespace: ChainNamespace, askFrame: (dropped: AbortSignal) => Promise<Answer>) {
    const approval = new AbortController()
    approvals.add(approval)
    const end = (outcome: ApprovalEnding['outcome'], error?: unknown) => {
      approvals.delete(approval) // removed first, so that whatever the window does now rejects only the other requests
      if (!approval.signal.aborted) screen.approvalEnded({ namespace, outcome, left: approvals.size, error })
    }
    try {
      screen.showApproval()
      const result = await askFrame(approval.signal)
      end('success')
      return result
    } catch (error) {
      end('error', error)
      throw error
    }
  }

  async function request({ method, params }: RpcArguments, namespace: ChainNamespace = 'eip155'): Promise<unknown> {
    if (life.signal.aborted) throw abortError('RPC_REQUEST')
    const kind = rpcMethodKind(method)
    if (!kind) throw refuse(method)
    if (method === ANSWERED_BY_PAGE) return chainId()
    const payload = payloadOf(method as RpcMethod, params, namespace)
    if (kind === 'approval') {
      return shown(namespace, async (dropped) => readResult(method, await answerTo(payload, dropped)))
    }
    return readResult(method, await ask('RPC_REQUEST', payload, life.signal))
  }

  return {
    async request(given, namespace) {
      try {
        return await request(given, namespace)
      } catch (error) {
        // The page's object is missing, or one of its getters threw.
        throw isModalError(error) ? error : new ModalError('connection.requestFailed', { cause: error })
      }
    },
    isWaiting: () => approvals.size > 0,
    async reviewDevices() {
      const { count } = await ask('GET_NEW_DEVICES', undefined, life.signal)
      if (count > 0) await shown('eip155', (dropped) => ask('REVIEW_NEW_DEVICES', undefined, dropped))
    },
    rejectOpen,
    dispose() {
      life.abort()
      clearTimeout(notice)
      rejectOpen()
    },
  }
}
