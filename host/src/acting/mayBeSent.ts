import { isModalError } from '@portico/contracts'
import { isRejection } from '../chains/walletErrors.ts'

/** EIP-1193: disconnected. WalletConnect: the request has expired. The visitor may have approved before that. */
const GONE: readonly unknown[] = [4900, 4901, 8000]
/** The same errors in words, from wallets without a code for them. */
const WORDS =
  /time[d]?[ -]?out|timeout|expired|disconnect|no response|(?:connection|session|channel|port).{0,20}(?:lost|closed|ended)|failed to fetch|network ?error/i

/** How many nested errors are examined. */
const DEPTH_MAX = 5

/** Whether a transaction may have been sent although the wallet threw an error when asked to send it. */
export function mayBeSent(error: unknown): boolean {
  if (isRejection(error)) return false
  let one = error as { code?: unknown; message?: unknown; cause?: unknown } | null | undefined
  for (let depth = 0; depth < DEPTH_MAX && typeof one === 'object' && one !== null; depth++) {
    const isOurs = isModalError(one)
    if (isOurs && (one as { code?: unknown }).code !== 'connection.requestFailed') return false
    if (!isOurs && (GONE.includes(one.code) || (typeof one.message === 'string' && WORDS.test(one.message))))
      return true
    one = one.cause as typeof one
  }
  return false
}
