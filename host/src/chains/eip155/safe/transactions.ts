import { pause } from '../../../async/pause.ts'
import type { Channel, SafeMethod } from './channel.ts'
import { readTransaction, type SafeTransaction } from './readAnswers.ts'
import { RPC_CODES, rpcError } from './rpcError.ts'

/** How often and how long to poll a Safe transaction: the service behind the interface indexes on its own schedule. */
const POLL_MS = 1_000
const POLL_LIMIT_MS = 120_000
/** The time-out for responses that need no human. */
export const ANSWER_LIMIT_MS = 30_000

/** Polls until there is a result, for a limited time. Unreadable responses are retried. */
export async function poll<T>(ask: () => Promise<T | undefined>): Promise<T | undefined> {
  const end = Date.now() + POLL_LIMIT_MS
  while (true) {
    const found = await ask()
    if (found !== undefined || Date.now() >= end) return found
    await pause(POLL_MS)
  }
}

/** A response that needs no human; undefined until there is one. @throws an error with code 4900 if the page is gone */
export async function tryToAsk(channel: Channel, method: SafeMethod, params: unknown): Promise<unknown> {
  try {
    return (await channel.ask(method, params, { timeoutMs: ANSWER_LIMIT_MS })).data
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === RPC_CODES.disconnected) throw error
    return undefined
  }
}

export const transactionOf = async (channel: Channel, safeTxHash: string): Promise<SafeTransaction | undefined> =>
  readTransaction(await tryToAsk(channel, 'getTxBySafeTxHash', { safeTxHash }))

/**
 * The on-chain hash, once the Safe has executed the transaction. Undefined if other owners must decide, or if it takes
 * too long.
 * @throws an error with a code if the transaction was cancelled (4001) or has failed (-32603)
 */
export async function executed(channel: Channel, safeTxHash: string, threshold: number): Promise<string | undefined> {
  const outcome = await poll(async (): Promise<{ readonly hash?: string } | undefined> => {
    const { status, txHash } = (await transactionOf(channel, safeTxHash)) ?? {}
    if (status === 'CANCELLED') throw rpcError('rejected', 'The transaction was cancelled in the Safe.')
    if (status === 'FAILED') throw rpcError('internal', 'The transaction of the Safe has failed.')
    if (status === 'SUCCESS' && txHash) return { hash: txHash }
    // A transaction that needs only one owner has this status too, until it is indexed.
    return status === 'AWAITING_CONFIRMATIONS' && threshold > 1 ? {} : undefined
  })
  return outcome?.hash
}
