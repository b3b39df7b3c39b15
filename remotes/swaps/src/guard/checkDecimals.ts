import type { EvmNode } from '@portico/contracts/chains/evm/node'
import type { Token } from '../token.ts'
import { unexpected } from './unexpected.ts'

/**
 * A service that says other decimals than a token has would have a thousand taken for one that was typed. So the token itself is
 * asked; an address without code answers with nothing, which is no answer.
 * @param coinDecimals of the network's own coin, as the page knows it
 * @throws ModalError `transaction.unexpected`, `service.unreachable`
 */
export async function checkDecimals(
  { address, symbol, decimals }: Token,
  coinDecimals: number,
  node: Pick<EvmNode, 'decimals'>,
): Promise<void> {
  const told = address === undefined ? BigInt(coinDecimals) : await node.decimals(address)
  if (told !== BigInt(decimals)) throw unexpected(`${symbol} is not counted in the unit that the service says`)
}
