import type { TokenFacts } from '../context.ts'
import { readAbiText, readAbiUint } from './abiText.ts'

/** The selectors of `symbol()` and `decimals()`. */
const [SYMBOL, DECIMALS] = ['0x95d89b41', '0x313ce567']
const DECIMALS_MAX = 36n
/** Calls of `supportsInterface(bytes4)` (ERC-165), for ERC-721 and ERC-1155. */
const NFT_STANDARDS = ['80ac58cd', 'd9b67a26'].map((id) => `0x01ffc9a7${id.padEnd(64, '0')}`)

/**
 * What a token says about itself. Since its contract is the only source, use this only to read amounts. A token without
 * decimals counts as an NFT if the contract says that it is one.
 * @param call asks the token's contract. The result is null when the network answers that the call fails, and undefined
 *   when the network could not be asked
 * @throws whatever `call` throws
 */
export async function evmTokenFacts(call: (data: string) => Promise<unknown>): Promise<TokenFacts | undefined> {
  const [symbol, decimals] = await Promise.all([call(SYMBOL), call(DECIMALS)])
  const count = readAbiUint(decimals)
  const name = readAbiText(symbol)
  const named = name === undefined ? {} : { symbol: name }
  if (count !== undefined && count <= DECIMALS_MAX) return { standard: 'fungible', decimals: Number(count), ...named }
  if (decimals === undefined) return undefined
  const answers = await Promise.all(NFT_STANDARDS.map(call))
  return answers.some((answer) => readAbiUint(answer) === 1n) ? { standard: 'nft', ...named } : undefined
}
