import type { RemoteId } from '@portico/contracts'

/** What is withheld in some time zones. Connecting, signing, sending and receiving are not among it. */
export const WITHHELD: readonly RemoteId[] = ['onramp', 'swaps', 'pay']
