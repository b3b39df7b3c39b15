import type { FrameFailure } from '@portico/contracts/embeddedWallet/failures'
import { isOddOutcome, type Outcome } from '@portico/contracts/preview'

export type { Outcome } from '@portico/contracts/preview'

export const NOT_SIMULATED: Outcome = { status: 'notSimulated' }

/** Approving would cost the fee, or an account: the screen does not invite to it. */
export const isHopeless = (outcome: Outcome): boolean => outcome.status === 'reverts' || isOddOutcome(outcome)

/** Nothing would be sent, so there is nothing to approve. The values are reported to the page. */
const IMPOSSIBLE: { readonly [Status in Outcome['status']]?: FrameFailure } = {
  unaffordable: 'fundsMissing',
  refused: 'wouldFail',
  unreachable: 'unreachable',
}

/** Why there is nothing to approve; undefined if there is something. */
export const whyImpossible = ({ status }: Outcome): FrameFailure | undefined => IMPOSSIBLE[status]
