import { FRAME_REQUEST_TIMEOUT_MS, type ModalError } from '@portico/contracts'
import type { Answer } from '@portico/contracts/embeddedWallet/answers'
import type { EmbeddedWalletErrorCode } from '@portico/contracts/embeddedWallet/errorTexts'
import { frameRequest } from '@portico/contracts/embeddedWallet/messages'
import { errorType, successType } from '@portico/contracts/embeddedWallet/messageTypes'
import { readFrameEvent } from '@portico/contracts/embeddedWallet/readFrameEvent'
import { createRequestId } from '@portico/contracts/embeddedWallet/requestId'
import type { RequestName, RequestPayload } from '@portico/contracts/embeddedWallet/requests'
import { answerTimeoutMs } from '@portico/contracts/embeddedWallet/timing'
import { failureError, frameError } from './frameErrors.ts'

/** More than any real use needs. A page that sends requests endlessly is refused, so that the frame is not flooded. */
const PENDING_MAX = 256

type AskArguments<Name extends RequestName> =
  undefined extends RequestPayload<Name>
    ? [payload?: RequestPayload<Name>, signal?: AbortSignal]
    : [payload: RequestPayload<Name>, signal?: AbortSignal]

/**
 * Sends the frame a request. The promise always settles.
 * @throws ModalError as a rejection: `frame.requestTimedOut`, `frame.invalidAnswer`, `frame.notSet`,
 *   `frame.requestAborted` or `frame.aborted` when the caller has aborted or the frame has restarted, and what
 *   `failureError` makes of a failure
 */
export type Ask = <Name extends RequestName>(name: Name, ...args: AskArguments<Name>) => Promise<Answer<Name>>

export interface FrameBridge {
  /** Posts a request at once; `createFrameLoad` makes sure that the frame is listening. */
  readonly ask: Ask
  /** Tells the frame to drop all pending requests. The frame sends no answer to this. */
  postAbort(): void
  /** Calls back when the frame has begun to listen, and again after each restart. */
  watchReady(onReady: () => void): () => void
  /** When the frame last answered, in epoch milliseconds; undefined if it has not answered since it started. */
  heardAtMs(): number | undefined
  /** When the frame last reported that it listens, in epoch milliseconds; undefined if it has not reported this. */
  readyAtMs(): number | undefined
  /** Rejects all pending requests. @param code the reason; without it, they count as aborted */
  settleAll(code?: EmbeddedWalletErrorCode): void
  /** Stops receiving and posting; rejects every request, pending or later. */
  dispose(): void
}

export interface FrameBridgeSetup {
  /** The secure site's origin. Messages are addressed to it, and messages from any other origin are ignored. */
  readonly origin: string
  /** The frame's window, while there is one. */
  frameWindow(): Window | undefined
  /** Alerts the site's owner (rules.md §8). */
  alert(error: ModalError): void
  /** The browser window that contains the frame. */
  readonly page?: Window
}

interface Pending {
  readonly name: RequestName
  resolve(answer: unknown): void
  reject(error: ModalError): void
}

/** The error of a request that the caller has aborted. */
export const abortError = (name: RequestName): ModalError =>
  frameError(name === 'RPC_REQUEST' ? 'frame.requestAborted' : 'frame.aborted')

const methodOf = (payload: unknown): string | undefined => (payload as { method?: string } | undefined)?.method

/**
 * Exchanges messages between page and frame. Other clients trust every window that posts a message; here, a message
 * counts only if the browser says that it came from our frame's window while that window showed a page of the secure
 * site.
 */
export function createFrameBridge({ origin, frameWindow, alert, page = window }: FrameBridgeSetup): FrameBridge {
  const pending = new Map<string, Pending>()
  const readyListeners = new Set<() => void>()
  const life = new AbortController()
  let heardAtMs: number | undefined
  let readyAtMs: number | undefined

  const isFromFrame = ({ isTrusted, source, origin: from }: MessageEvent) =>
    isTrusted && source !== null && source === frameWindow() && from === origin

  function hear(event: MessageEvent): void {
    if (!isFromFrame(event)) return
    const { message, refusal } = readFrameEvent(event.data) ?? {}
    const isReady = message?.type === '@w3m-frame/READY'
    heardAtMs = isReady ? undefined : Date.now()
    if (isReady) {
      readyAtMs = Date.now()
      for (const onReady of [...readyListeners]) onReady()
    }
    const { id, type } = message ?? refusal ?? {}
    const request = id === undefined ? undefined : pending.get(id)
    if (!request) return
    const isSuccess = type === successType(request.name)
    // Ignores an answer to another kind of request. An answer of unknown type is meant for this request, but cannot be
    // read.
    if (!isSuccess && type !== errorType(request.name) && type !== undefined) return
    if (refusal) request.reject(frameError('frame.invalidAnswer', { details: { name: request.name, ...refusal } }))
    else if (isSuccess) request.resolve(message?.payload)
    else request.reject(failureError(message?.payload as Parameters<typeof failureError>[0]))
  }

  page.addEventListener('message', hear, { signal: life.signal })

  /** @throws the browser's error if the payload cannot be copied to another window */
  const post = (to: Window, message: unknown) => to.postMessage(message, origin)

  function giveUp(request: Pending, timeoutMs: number): void {
    const error = frameError('frame.requestTimedOut', { details: { name: request.name } })
    request.reject(error)
    // There is no alert for a sign-out, which always ends in time (rules.md §9), nor for Farcaster, which waits for a
    // phone.
    if (timeoutMs === FRAME_REQUEST_TIMEOUT_MS) alert(error)
  }

  const ask: Ask = (name, ...[payload, signal]) =>
    new Promise((resolve, reject) => {
      const to = frameWindow()
      if (life.signal.aborted || signal?.aborted) return reject(abortError(name))
      if (!to) return reject(frameError('frame.notSet'))
      if (pending.size >= PENDING_MAX) return reject(frameError('frame.failed', { details: { name } }))

      const id = createRequestId()
      const timeoutMs = answerTimeoutMs(name, methodOf(payload))
      const timer = timeoutMs === undefined ? undefined : setTimeout(() => giveUp(request, timeoutMs), timeoutMs)
      const abort = () => request.reject(abortError(name))
      const end = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
        pending.delete(id)
      }
      const request: Pending = {
        name,
        resolve(answer) {
          end()
          resolve(answer as never) // parsed with the schema for this name
        },
        reject(error) {
          end()
          reject(error)
        },
      }
      pending.set(id, request)
      signal?.addEventListener('abort', abort)
      try {
        post(to, frameRequest(name, id, payload as never))
      } catch (cause) {
        request.reject(frameError('frame.failed', { details: { name }, cause }))
      }
    })

  const settleAll = (code?: EmbeddedWalletErrorCode) => {
    for (const { name, reject } of [...pending.values()]) {
      reject(code ? frameError(code, { details: { name } }) : abortError(name))
    }
  }

  return {
    ask,
    postAbort() {
      const to = frameWindow()
      if (to && !life.signal.aborted) post(to, frameRequest('RPC_ABORT', createRequestId()))
    },
    watchReady(onReady) {
      readyListeners.add(onReady)
      return () => void readyListeners.delete(onReady)
    },
    heardAtMs: () => heardAtMs,
    readyAtMs: () => readyAtMs,
    settleAll,
    dispose() {
      life.abort()
      readyListeners.clear()
      settleAll()
    },
  }
}
