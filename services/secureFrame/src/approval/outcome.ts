import type { FrameFailure } from '@portico/contracts/embeddedWallet/failures'
import type { Effects, TokenFacts } from '@portico/contracts/preview'

/**
 * What trying it out has found. `succeeds`: nothing stands against it, but what changes could not be read. `unaffordable`: the
 * account has less than it sends and pays. `refused`: nobody would carry it out, so nothing is sent and no fee is paid.
 * `unreachable`: nobody could be asked, so there is nothing to sign yet.
 */
export type Outcome =
  | Exclude<Effects, { readonly status: 'simulated' }>
  | (Extract<Effects, { readonly status: 'simulated' }> & {
      /** Of tokens that the request does not name, by address in lower case. */
      readonly tokens?: Readonly<Record<string, TokenFacts>>
    })
  | { readonly status: 'succeeds' | 'unaffordable' | 'refused' | 'unreachable' }

export const NOT_SIMULATED: Outcome = { status: 'notSimulated' }

/** Whoever approves that loses the fee: it is not what the screen should invite to. */
export const isHopeless = ({ status }: Outcome): boolean => status === 'reverts'

/** Nothing would be sent, whatever the visitor decides: there is nothing to approve. What the page is told then. */
const IMPOSSIBLE: { readonly [Status in Outcome['status']]?: FrameFailure } = {
  unaffordable: 'fundsMissing',
  refused: 'wouldFail',
  unreachable: 'unreachable',
}

/** Why there is nothing to approve; undefined where there is. */
export const whyImpossible = ({ status }: Outcome): FrameFailure | undefined => IMPOSSIBLE[status]
