import type { FrameFailure } from '@portico/contracts/embeddedWallet/failures'
import { isOddOutcome, type Outcome } from '@portico/contracts/preview'

export type { Outcome } from '@portico/contracts/preview'

export const NOT_SIMULATED: Outcome = { status: 'notSimulated' }

/** Approving would waste the fee or give an account away, so the screen does not encourage it. */
export const isHopeless = (outcome: Outcome): boolean => outcome.status === 'reverts' || isOddOutcome(outcome)

/** Outcomes that leave nothing to approve, because nothing would be sent; each with the failure that the page gets. */
const IMPOSSIBLE: { readonly [Status in Outcome['status']]?: FrameFailure } = {
  unaffordable: 'fundsMissing',
  refused: 'wouldFail',
  unreachable: 'unreachable',
}

/** Why there is nothing to approve; undefined if the request can be approved. */
export const whyImpossible = ({ status }: Outcome): FrameFailure | undefined => IMPOSSIBLE[status]
