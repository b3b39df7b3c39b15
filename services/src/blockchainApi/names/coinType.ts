/** The bit that marks the coin type of an EVM chain (ENSIP-11). */
const EVM_BIT = 0x80000000
const ETHEREUM_COIN_TYPE = 60

/**
 * The EVM chain of a coin type: 1 for 60, and also for 2147483649, which old clients send for Ethereum.
 * @returns undefined if the coin type does not belong to an EVM chain
 */
export function chainIdOf(coinType: number): number | undefined {
  if (coinType === ETHEREUM_COIN_TYPE) return 1
  return coinType > EVM_BIT ? coinType - EVM_BIT : undefined
}
