import type { ChainAdapter, Connection, Network } from '@portico/contracts'
import { within } from '../async/within.ts'
import { untilGone } from './leaving.ts'

/** How long a wallet has to say what it still grants. No prompt is involved, so it has nothing to wait for. */
const RESTORE_WAIT_MS = 5_000

/** Nothing is known: the wallet has not answered in time, or it, or the code that asks it, has failed. */
export const UNANSWERED = Symbol('unanswered')

/** What a wallet grants. Undefined: nothing, as it says itself. */
export type Grant = Connection | undefined | typeof UNANSWERED

export const isGranted = (grant: Grant): grant is Connection => grant !== undefined && grant !== UNANSWERED

interface Waiting {
  /** Settles when the wallet can be there; awaited once the code is, without which no wallet can announce itself. */
  readonly untilThere?: () => Promise<unknown>
  /** An answer that comes after the time is up. */
  readonly onLate?: (grant: Grant) => void
}

/**
 * Asks a wallet, without any prompt, what it still grants. Its time begins when the code that asks it is here: a slow line
 * is no fault of the wallet's. Never rejects.
 */
export async function askForGrant(
  adapter: ChainAdapter,
  connectorId: string,
  network: Network,
  { untilThere, onLate }: Waiting = {},
): Promise<Grant> {
  try {
    const isLeaving = untilGone(adapter, connectorId)
    if (isLeaving) await isLeaving
    if (adapter.load) await adapter.load(connectorId)
    if (untilThere) await untilThere()
    // A site's own adapter may even throw at once.
    const answer: Promise<Grant> = Promise.resolve(adapter.restore(connectorId, { network })).catch(
      (): Grant => UNANSWERED,
    )
    return await within(answer, RESTORE_WAIT_MS, () => {
      if (onLate) void answer.then(onLate)
      return UNANSWERED
    })
  } catch {
    return UNANSWERED
  }
}
