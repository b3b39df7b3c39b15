import { isModalError } from '@portico/contracts'
import type { RpcMethod } from '@portico/contracts/embeddedWallet/rpcMethods'
import { inTime } from '../async/within.ts'

/** A frame that answers says so at once. */
const SIGN_OF_LIFE_MS = 3_000

const SENDS: readonly RpcMethod[] = [
  'eth_sendTransaction',
  'eth_sendUserOperation',
  'solana_signAndSendTransaction',
  'wallet_sendCalls',
]

/** Whether it may be carried out although nobody waits for it any more: a signature that nobody takes is worth nothing. */
export const isSending = (method: RpcMethod): boolean => SENDS.includes(method)

interface Parts<T> {
  /** What the frame says of the request. Settles in any case once the frame begins anew or the modal is gone. */
  readonly answer: Promise<T>
  /** Nobody waits for it any more, and the frame has been told so. */
  readonly dropped: AbortSignal
  readonly aborted: () => Error
  /** Asks the frame something that it answers at once. */
  readonly look: (signal: AbortSignal) => Promise<unknown>
  /** Aborts when nothing is asked of the frame any more. */
  readonly life: AbortSignal
}

/**
 * What becomes of something that is sent. Once it is approved the frame carries it out, and closing the window does not stop
 * it: whoever was told then that it was aborted would send it a second time. So the frame is heard out. What the visitor has
 * not approved it drops at once, and says so; a frame that gives no sign of life carries nothing out.
 */
export function awaitSendOutcome<T>({ answer, dropped, aborted, look, life }: Parts<T>): Promise<T> {
  const heard = new AbortController()
  return new Promise<T>((resolve, reject) => {
    const isDropped = (error: unknown) =>
      dropped.aborted && isModalError(error) && error.code === 'connection.requestRejected'
    answer.then(resolve, (error) => reject(isDropped(error) ? aborted() : error))
    const onDropped = () => void inTime(look(heard.signal), SIGN_OF_LIFE_MS).catch(() => reject(aborted()))
    dropped.addEventListener('abort', onDropped, { signal: life })
  }).finally(() => heard.abort())
}
