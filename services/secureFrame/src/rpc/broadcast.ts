import { JSON_RPC_ERRORS } from '@portico/contracts/services/jsonRpc'
import { NodeFailure, NodeUnreachable } from './refuse.ts'

/**
 * In the words of geth and its kin, Nethermind, OpenEthereum, Besu, bundlers and Solana's validators: they have these very
 * bytes already. `unknown transaction type` is something else.
 */
const KNOWN =
  /already ?(known|imported|exists|(been )?processed)|already in the (mem)?pool|\bknown transaction|AlreadyProcessed/i

/** Nobody knows whether it was taken. */
const isOutcomeUnknown = (error: unknown) =>
  error instanceof NodeUnreachable ||
  (error instanceof NodeFailure && error.code === JSON_RPC_ERRORS.outcomeUnknown.code)

const isKnownAlready = (error: unknown) => error instanceof NodeFailure && KNOWN.test(error.message)

/**
 * Hands something in that was signed. What may have been taken must not be told as failed, or it is sent twice; and a refusal
 * may be that of the second node that was given the same bytes, when they have been carried out already. So it is looked for
 * once by what it is known by, which is ours.
 * @param isThere whether a node knows it; it rejects where none can tell
 * @throws NodeFailure where it was refused, and nobody knows it
 */
export async function broadcast(handIn: () => Promise<unknown>, isThere: () => Promise<boolean>): Promise<void> {
  try {
    await handIn()
  } catch (error) {
    if (isOutcomeUnknown(error) || isKnownAlready(error)) return
    if (!(error instanceof NodeFailure)) throw error
    if (!(await isThere().catch(() => true))) throw error
  }
}

/** What is found by a hash: nothing, or a record. @throws NodeUnreachable for what is no answer */
export function isFound(answer: unknown): boolean {
  if (answer === null) return false
  if (typeof answer !== 'object' || Array.isArray(answer)) throw new NodeUnreachable()
  return true
}
