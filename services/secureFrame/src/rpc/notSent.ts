import type { FrameFailure } from '@portico/contracts/embeddedWallet/failures'
import { JSON_RPC_ERRORS } from '@portico/contracts/services/jsonRpc'
import { DeviceUnconfirmed } from '../interfaces.ts'
import { Refused } from '../messages/channel.ts'
import { NodeFailure, NodeUnreachable } from './refuse.ts'

/**
 * Error texts of nodes and bundlers that refuse a transaction. No standard defines them: these are the texts of geth,
 * Erigon, Nethermind, Besu, reth, anvil and Solana's validators, and the codes in texts of ERC-4337's EntryPoint. The
 * first match counts, because some texts contain more than one reason.
 */
const REASONS: readonly (readonly [FrameFailure, RegExp])[] = [
  ['nonceTaken', /nonce|replacement (transaction|fee)|\bAA25\b/i],
  [
    'fundsMissing',
    /insufficient (funds|balance|lamports)|not enough (funds|balance)|upfront cost exceeds|debit an account|\bAA(21|31)\b/i,
  ],
  ['feeTooLow', /underpriced|(fee|price)[\w ]* (too low|less than|below)/i],
  ['wouldFail', /revert|simulation failed|out of gas|\bAA(13|23)\b/i],
]
/** Error codes for a revert (Execution API) and for an operation whose calls would revert (ERC-7769). */
const REVERTED: readonly number[] = [3, -32521]

/**
 * Why a transaction was not sent, for the visitor and the page. Errors after which it may have been sent never get here
 * (`broadcast`). Nothing was paid in any of these cases, except with `reverted` and perhaps `stillPending`.
 */
export function notSent(error: unknown): FrameFailure {
  if (error instanceof Refused) return error.failure
  if (error instanceof DeviceUnconfirmed) return 'keyUnavailable'
  if (error instanceof NodeUnreachable) return 'unreachable'
  if (!(error instanceof NodeFailure)) return 'internal'
  if (error.code === JSON_RPC_ERRORS.unavailable.code) return 'unreachable'
  const known = REASONS.find(([, words]) => words.test(error.message))
  return known?.[0] ?? (REVERTED.includes(error.code) ? 'wouldFail' : 'notSent')
}
