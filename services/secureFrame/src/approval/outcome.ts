import type { Effects, TokenFacts } from '@portico/contracts/preview'

/**
 * What trying it out has found. `succeeds`: nothing stands against it, but what changes could not be read. `unaffordable`: the
 * account has less than it sends and pays. `refused`: nobody would carry it out, so nothing is sent and no fee is paid.
 */
export type Outcome =
  | Exclude<Effects, { readonly status: 'simulated' }>
  | (Extract<Effects, { readonly status: 'simulated' }> & {
      /** Of tokens that the request does not name, by address in lower case. */
      readonly tokens?: Readonly<Record<string, TokenFacts>>
    })
  | { readonly status: 'succeeds' | 'unaffordable' | 'refused' }

export const NOT_SIMULATED: Outcome = { status: 'notSimulated' }

/** Whoever approves that loses the fee, or waits for nothing: it is not what the screen should invite to. */
export const isHopeless = ({ status }: Outcome): boolean =>
  status === 'reverts' || status === 'unaffordable' || status === 'refused'
