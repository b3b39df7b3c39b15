import type { EvmNode } from '@portico/contracts/chains/evm/node'
import type { Token } from '../token.ts'
import { unexpected } from './unexpected.ts'

/**
 * Checks a service's decimals with the token itself: wrong decimals could take a thousand times the typed amount. An
 * address without code returns nothing, which is rejected.
 * @param coinDecimals of the network's own coin, as the page knows it
 * @throws ModalError `transaction.unexpected`, `service.unreachable`
 */
export async function checkDecimals(
  { address, symbol, decimals }: Token,
  coinDecimals: number,
  node: Pick<EvmNode, 'decimals'>,
): Promise<void> {
  const told = address === undefined ? BigInt(coinDecimals) : await node.decimals(address)
  if (told !== BigInt(decimals)) throw unexpected(`the service has the wrong decimals for ${symbol}`)
}
