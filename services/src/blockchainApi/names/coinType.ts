/** ENSIP-11: what an EVM chain's coin type has and no other's. */
const EVM_BIT = 0x80000000
const ETHEREUM_COIN_TYPE = 60

/**
 * The EVM chain of a coin type: 1 of 60, and of 2147483649, which old clients send for it.
 * @returns undefined for the coin type of anything else
 */
export function chainIdOf(coinType: number): number | undefined {
  if (coinType === ETHEREUM_COIN_TYPE) return 1
  return coinType > EVM_BIT ? coinType - EVM_BIT : undefined
}
