import { JSON_RPC_ERRORS } from '@portico/contracts/services/jsonRpc'
import { NodeFailure, NodeUnreachable } from './refuse.ts'

/** How nodes, bundlers and Solana's validators say that they already have the same bytes. */
const KNOWN =
  /already ?(known|imported|exists|(been )?processed)|already in the (mem)?pool|\bknown transaction|AlreadyProcessed/i

/** Whether it is unknown if the node has accepted the bytes. */
const isOutcomeUnknown = (error: unknown) =>
  error instanceof NodeUnreachable ||
  (error instanceof NodeFailure && error.code === JSON_RPC_ERRORS.outcomeUnknown.code)

const isKnownAlready = (error: unknown) => error instanceof NodeFailure && KNOWN.test(error.message)

/**
 * Submits something that was signed. Anything that may have been accepted must not be reported as failed, because it
 * would be sent again; and a refusal can come from a second node that got the same bytes after they were carried out.
 * So after a refusal, the bytes are looked up once by their id, which the frame has computed.
 * @param isThere whether a node knows the id; rejects if none can tell
 * @throws NodeFailure if the bytes were refused and no node knows their id
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
