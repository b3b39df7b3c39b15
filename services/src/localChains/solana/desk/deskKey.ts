import { createTestKey } from '../testKey.ts'

/** PUBLIC TEST KEY: of who swaps on this chain. Its address is in the release index of the local stack. */
export const DESK = createTestKey('Portico local desk')

/** Whole ones, when the chain begins: of the coin, and of each token. */
export const DESK_SOL = 10_000n
export const DESK_TOKENS = 1_000_000n
