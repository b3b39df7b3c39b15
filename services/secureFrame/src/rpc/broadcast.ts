import { JSON_RPC_ERRORS } from '@portico/contracts/services/jsonRpc'
import { NodeFailure, NodeUnreachable } from './refuse.ts'

/** How nodes, bundlers and Solana's validators say that they have these very bytes already. */
const KNOWN =
  /already ?(known|imported|exists|(been )?processed)|already in the (mem)?pool|\bknown transaction|AlreadyProcessed/i

/** Whether it was accepted is unknown. */
const isOutcomeUnknown = (error: unknown) =>
  error instanceof NodeUnreachable ||
  (error instanceof NodeFailure && error.code === JSON_RPC_ERRORS.outcomeUnknown.code)

const isKnownAlready = (error: unknown) => error instanceof NodeFailure && KNOWN.test(error.message)

/**
 * Submits something that was signed. What may have been accepted must not be reported as failed, or it is sent twice;
 * and a refusal may come from the second node that got the same bytes, after they were carried out. So it is looked up
 * once by its id, which we compute ourselves.
 * @param isThere whether a node knows it; rejects if none can tell
 * @throws NodeFailure if it was refused and no node knows it
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

/** Whether a lookup by hash found a record. @throws NodeUnreachable for a malformed answer */
export function isFound(answer: unknown): boolean {
  if (answer === null) return false
  if (typeof answer !== 'object' || Array.isArray(answer)) throw new NodeUnreachable()
  return true
}
