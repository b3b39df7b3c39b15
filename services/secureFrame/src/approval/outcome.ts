import type { Effects } from '@portico/contracts/preview'

/**
 * What trying it out has found. `succeeds`: nothing stands against it, but what changes could not be read. `unaffordable`: the
 * account has less than it sends and pays.
 */
export type Outcome = Effects | { readonly status: 'succeeds' | 'unaffordable' }

export const NOT_SIMULATED: Outcome = { status: 'notSimulated' }
