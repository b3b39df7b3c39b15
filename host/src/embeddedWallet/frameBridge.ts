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

/** More than anybody waits for at a time: a page that asks without end is refused, and the frame is not flooded. */
const PENDING_MAX = 256

type AskArguments<Name extends RequestName> =
  undefined extends RequestPayload<Name>
    ? [payload?: RequestPayload<Name>, signal?: AbortSignal]
    : [payload: RequestPayload<Name>, signal?: AbortSignal]

/**
 * Asks the frame. The promise always settles.
 * @throws ModalError as a rejection: `frame.requestTimedOut`, `frame.invalidAnswer`, `frame.notSet`, `frame.requestAborted`
 *   or `frame.aborted` when nobody waits any more or the frame has begun anew, and what `failureError` makes of a failure
 */
export type Ask = <Name extends RequestName>(name: Name, ...args: AskArguments<Name>) => Promise<Answer<Name>>

export interface FrameBridge {
  /** Posts at once: whether the frame listens is for `createFrameLoad`. */
  readonly ask: Ask
  /** Everything that is waited for is off, and nobody waits for an answer to that. */
  postAbort(): void
  /** The frame listens. It says so once, and again when it has begun anew. */
  watchReady(onReady: () => void): () => void
  /** When the frame has last answered anything, in milliseconds since 1970; undefined while it has not since it began. */
  heardAtMs(): number | undefined
  /** When it has last said that it listens, in the same; undefined while it has not. */
  readyAtMs(): number | undefined
  /** Rejects all that is waited for. @param code why; without it, as what nobody waits for any more */
  settleAll(code?: EmbeddedWalletErrorCode): void
  /** Hears and posts nothing any more; everything that is waited for, now or later, is rejected. */
  dispose(): void
}

export interface FrameBridgeSetup {
  /** Of the secure site. Messages are addressed to it, and none counts that is of another. */
  readonly origin: string
  /** That of the frame, as long as there is one. */
  frameWindow(): Window | undefined
  /** For the owner of the site (rules.md §8). */
  alert(error: ModalError): void
  /** The window that the frame is in. */
  readonly page?: Window
}

interface Pending {
  readonly name: RequestName
  resolve(answer: unknown): void
  reject(error: ModalError): void
}

/** Nobody waits for it any more. */
export const abortError = (name: RequestName): ModalError =>
  frameError(name === 'RPC_REQUEST' ? 'frame.requestAborted' : 'frame.aborted')

const methodOf = (payload: unknown): string | undefined => (payload as { method?: string } | undefined)?.method

/**
 * Messages between page and frame. Other clients believe every window that posts one; here it counts only when the browser
 * says that it came from the window of our frame while that showed a page of the secure site.
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
    const asked = id === undefined ? undefined : pending.get(id)
    if (!asked) return
    const isSuccess = type === successType(asked.name)
    // An answer to something else is none. One of a type that nobody knows can only be ours, and cannot be read.
    if (!isSuccess && type !== errorType(asked.name) && type !== undefined) return
    if (refusal) asked.reject(frameError('frame.invalidAnswer', { details: { name: asked.name, ...refusal } }))
    else if (isSuccess) asked.resolve(message?.payload)
    else asked.reject(failureError(message?.payload as Parameters<typeof failureError>[0]))
  }

  page.addEventListener('message', hear, { signal: life.signal })

  /** @throws what the browser says when the payload cannot be copied to another window */
  const post = (to: Window, message: unknown) => to.postMessage(message, origin)

  function giveUp(asked: Pending, timeoutMs: number): void {
    const error = frameError('frame.requestTimedOut', { details: { name: asked.name } })
    asked.reject(error)
    // Signing out is over after its time, whatever was heard (rules.md §9), and nobody has to take their phone for
    // Farcaster.
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
      const timer = timeoutMs === undefined ? undefined : setTimeout(() => giveUp(asked, timeoutMs), timeoutMs)
      const abort = () => asked.reject(abortError(name))
      const end = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
        pending.delete(id)
      }
      const asked: Pending = {
        name,
        resolve(answer) {
          end()
          resolve(answer as never) // the schema of this name has read it
        },
        reject(error) {
          end()
          reject(error)
        },
      }
      pending.set(id, asked)
      signal?.addEventListener('abort', abort)
      try {
        post(to, frameRequest(name, id, payload as never))
      } catch (cause) {
        asked.reject(frameError('frame.failed', { details: { name }, cause }))
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
