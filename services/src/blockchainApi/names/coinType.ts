/** ENSIP-11: the bit that marks the coin type of an EVM chain. */
const EVM_BIT = 0x80000000
const ETHEREUM_COIN_TYPE = 60

/**
 * The EVM chain of a coin type: 1 for 60, and for 2147483649, which old clients send for it.
 * @returns undefined for any other coin type
 */
export function chainIdOf(coinType: number): number | undefined {
  if (coinType === ETHEREUM_COIN_TYPE) return 1
  return coinType > EVM_BIT ? coinType - EVM_BIT : undefined
}
