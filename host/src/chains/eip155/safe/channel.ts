import { rpcError } from './rpcError.ts'

/**
 * The app side of the Safe Apps message protocol. A request is `{ id, method, params, env: { sdkVersion } }`; the
 * response is `{ id, success: true, data }` or `{ id, success: false, error }` (safe-global/safe-apps-sdk,
 * packages/safe-apps-sdk/src/communication).
 */

/** Our protocol version. A Safe's interface signs off-chain only for version 7.11.0 and later. */
const SDK_VERSION = '9.1.0'

export type SafeMethod =
  | 'getSafeInfo'
  | 'sendTransactions'
  | 'signMessage'
  | 'signTypedMessage'
  | 'getOffChainSignature'
  | 'getTxBySafeTxHash'
  | 'rpcCall'

interface AskOptions {
  /** If absent, waits for the response until the page is gone, because the owners of a Safe take their time. */
  readonly timeoutMs?: number
  /** Repeats the request at this interval, for an interface that is not listening yet. */
  readonly repeatMs?: number
}

export interface Answer {
  readonly data: unknown
  /** The origin that responded. */
  readonly origin: string
}

export interface Channel {
  /**
   * Sends a request that only a window with one of the channel's origins can read.
   * @throws an error with a code of EIP-1193 or EIP-1474 if the visitor declined, no response came in time, or the page
   *   is gone
   */
  ask(method: SafeMethod, params?: unknown, options?: AskOptions): Promise<Answer>
}

interface Waiting {
  resolve(answer: Answer): void
  reject(error: Error): void
}

const ID_BYTES = 10
const createId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(ID_BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('')

const TEXT_MAX = 200

/** The interface reports errors as text without codes, such as "Transaction was rejected" when its window is closed. */
function errorOf(text: unknown): Error {
  const message = typeof text === 'string' ? text.slice(0, TEXT_MAX) : ''
  return /reject|denied|cancel/i.test(message)
    ? rpcError('rejected', message)
    : rpcError('internal', message || 'The Safe could not do that.')
}

/**
 * A channel to the window that frames this page. Requests are addressed to `origins`, so that the browser withholds
 * them from a parent of any other origin, and only messages from that window and one of these origins count as
 * responses.
 */
export function openChannel(page: Window, origins: readonly string[], life: AbortSignal): Channel {
  const { parent } = page
  const waiting = new Map<unknown, Waiting>()

  page.addEventListener(
    'message',
    ({ source, origin, data }) => {
      if (source !== parent || !origins.includes(origin) || typeof data !== 'object' || data === null) return
      const { id, success, data: answer, error } = data as Readonly<Record<string, unknown>>
      if (success === true) waiting.get(id)?.resolve({ data: answer, origin })
      else if (success === false) waiting.get(id)?.reject(errorOf(error))
    },
    { signal: life },
  )

  return {
    async ask(method, params, { timeoutMs, repeatMs } = {}) {
      const gone = () => rpcError('disconnected', 'The page has let go of the Safe.')
      if (life.aborted) throw gone()
      const id = createId()
      const message = { id, method, params, env: { sdkVersion: SDK_VERSION } }
      const post = () => {
        for (const origin of origins) parent.postMessage(message, origin)
      }
      let timer: ReturnType<typeof setTimeout> | undefined
      let repeat: ReturnType<typeof setInterval> | undefined
      let end = () => {}
      try {
        return await new Promise<Answer>((resolve, reject) => {
          waiting.set(id, { resolve, reject })
          end = () => reject(gone())
          life.addEventListener('abort', end)
          if (timeoutMs !== undefined) {
            timer = setTimeout(() => reject(rpcError('internal', 'The Safe did not answer.')), timeoutMs)
          }
          if (repeatMs !== undefined) repeat = setInterval(post, repeatMs)
          post()
        })
      } finally {
        waiting.delete(id)
        clearTimeout(timer)
        clearInterval(repeat)
        life.removeEventListener('abort', end)
      }
    },
  }
}
