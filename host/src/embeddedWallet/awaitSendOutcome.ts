import { isModalError } from '@portico/contracts'
import type { RpcMethod } from '@portico/contracts/embeddedWallet/rpcMethods'
import { inTime } from '../async/within.ts'

/** A live frame answers within this time. */
const SIGN_OF_LIFE_MS = 3_000

const SENDS: readonly RpcMethod[] = [
  'eth_sendTransaction',
  'eth_sendUserOperation',
  'solana_signAndSendTransaction',
  'wallet_sendCalls',
]

/** Whether a request with this method may still take effect after it was dropped. A dropped signature has none. */
export const isSending = (method: RpcMethod): boolean => SENDS.includes(method)

interface SendOutcomeSetup<T> {
  /** The frame's answer to the request. Always settles when the frame restarts or the modal is disposed of. */
  readonly answer: Promise<T>
  /** Aborts when the request is dropped and the frame has been told to drop it. */
  readonly dropped: AbortSignal
  readonly aborted: () => Error
  /** Sends the frame some request that it answers at once. */
  readonly look: (signal: AbortSignal) => Promise<unknown>
  /** Aborts when the frame is no longer used. */
  readonly life: AbortSignal
}

/**
 * Waits for the outcome of a send. Once it is approved, the frame carries it out even if the window is closed; if the
 * page were told that the send was aborted, the visitor would repeat it. The frame drops a send that is not approved
 * yet, and answers at once; a frame that gives no sign of life carries nothing out.
 */
export function awaitSendOutcome<T>({ answer, dropped, aborted, look, life }: SendOutcomeSetup<T>): Promise<T> {
  const heard = new AbortController()
  return new Promise<T>((resolve, reject) => {
    const isDropped = (error: unknown) =>
      dropped.aborted && isModalError(error) && error.code === 'connection.requestRejected'
    answer.then(resolve, (error) => reject(isDropped(error) ? aborted() : error))
    const onDropped = () => void inTime(look(heard.signal), SIGN_OF_LIFE_MS).catch(() => reject(aborted()))
    dropped.addEventListener('abort', onDropped, { signal: life })
  }).finally(() => heard.abort())
}
