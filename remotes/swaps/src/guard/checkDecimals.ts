import { type ActingCommands, isModalError } from '@portico/contracts'
import type { Token } from '../token.ts'
import { unexpected } from './unexpected.ts'

/** ERC-20: `decimals()`. */
const DECIMALS = '0x313ce567'

/**
 * A service that says other decimals than a token has would have a thousand taken for one that was typed. So the token itself is
 * asked; an address without code answers with nothing, which is no answer.
 * @param coinDecimals of the network's own coin, as the page knows it
 * @throws ModalError `transaction.unexpected`, `service.unreachable`
 */
export async function checkDecimals(
  { caipNetworkId, address, symbol, decimals }: Token,
  coinDecimals: number,
  { askNode }: Pick<ActingCommands, 'askNode'>,
  signal: AbortSignal,
): Promise<void> {
  const told = address === undefined ? BigInt(coinDecimals) : await askDecimals(address)
  if (told !== BigInt(decimals)) throw unexpected(`${symbol} is not counted in the unit that the service says`)

  async function askDecimals(to: string): Promise<bigint | undefined> {
    const call = { caipNetworkId, method: 'eth_call', params: [{ to, data: DECIMALS }, 'latest'] }
    const answer = await askNode(call, signal).catch((error: unknown) => {
      if (!isModalError(error) || error.code !== 'node.refused') throw error
    })
    return typeof answer === 'string' && /^0x[\da-f]{64}$/i.test(answer) ? BigInt(answer) : undefined
  }
}
