import type { ChainAdapter, Connection, Network } from '@portico/contracts'
import { within } from '../async/within.ts'
import { untilGone } from './leaving.ts'

/** How long a wallet has to say what it still grants. No prompt is involved, so the wallet has no reason to wait. */
const RESTORE_WAIT_MS = 5_000

/** It is unknown what the wallet grants: the wallet did not answer in time or failed, or the adapter's code failed. */
export const UNANSWERED = Symbol('unanswered')

/** What a wallet grants. Undefined means that it grants nothing. */
export type Grant = Connection | undefined | typeof UNANSWERED

export const isGranted = (grant: Grant): grant is Connection => grant !== undefined && grant !== UNANSWERED

interface Waiting {
  /** Settles once the wallet can have announced itself to the adapter's code. */
  readonly untilThere?: () => Promise<unknown>
  /** Receives an answer that arrives after the time-out. */
  readonly onLateAnswer?: (grant: Grant) => void
}

/** Asks a wallet, without a prompt, what it grants. The time-out begins once the adapter has loaded. Never rejects. */
export async function askForGrant(
  adapter: ChainAdapter,
  connectorId: string,
  network: Network,
  { untilThere, onLateAnswer }: Waiting = {},
): Promise<Grant> {
  try {
    const isLeaving = untilGone(adapter, connectorId)
    if (isLeaving) await isLeaving
    if (adapter.load) await adapter.load(connectorId)
    if (untilThere) await untilThere()
    // A site's own adapter may throw synchronously.
    const answer: Promise<Grant> = Promise.resolve(adapter.restore(connectorId, { network })).catch(
      (): Grant => UNANSWERED,
    )
    return await within(answer, RESTORE_WAIT_MS, () => {
      if (onLateAnswer) void answer.then(onLateAnswer)
      return UNANSWERED
    })
  } catch {
    return UNANSWERED
  }
}
