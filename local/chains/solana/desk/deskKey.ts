import { createTestKey } from '../testKey.ts'

/** PUBLIC TEST KEY of the chain's swap desk. Its address is in the local stack's release index. */
export const DESK = createTestKey('Portico local desk')

/** The initial balances of the coin and of each token, in whole units. */
export const DESK_SOL = 10_000n
export const DESK_TOKENS = 1_000_000n
