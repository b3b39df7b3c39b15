import type { CaipNetworkId } from '@portico/contracts'
import type { Address } from 'viem'
import type { TokenDirectory } from '../tokenDirectory.ts'
import type { BlockscoutTransfer } from './blockscoutAnswers.ts'
import { isSpam, tokenOf } from './toActivity.ts'
import { DECIMALS_MAX, type FactsOf, shortened, type TokenFacts } from './tokenFacts.ts'

const NOT_KNOWN: TokenFacts = { decimals: 0 }

/** Takes the facts about a token from the directory, or else from the explorer's transfers. */
export function explorerFacts(
  caipNetworkId: CaipNetworkId,
  transfers: readonly BlockscoutTransfer[],
  directory: TokenDirectory,
): FactsOf {
  const byToken = new Map<Address, TokenFacts>()
  for (const transfer of transfers) {
    const { name, symbol, decimals } = transfer.token
    const address = tokenOf(transfer)
    const exponent = Number(decimals ?? 0)
    if (!address) continue
    byToken.set(address, {
      ...(name && { name: shortened(name) }),
      ...(symbol && { symbol: shortened(symbol) }),
      decimals: exponent <= DECIMALS_MAX ? exponent : 0,
      isSpam: isSpam(transfer),
    })
  }
  return async (address) => directory.find(caipNetworkId, address) ?? byToken.get(address) ?? NOT_KNOWN
}
