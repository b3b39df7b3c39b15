import type { RemoteId } from '@portico/contracts'

/** The features withheld in some time zones. Connecting, signing, sending and receiving are always available. */
export const WITHHELD: readonly RemoteId[] = ['onramp', 'swaps', 'pay']
