import type { CaipNetworkId } from '@portico/contracts'
import { NAME_MAX_CHARACTERS } from '@portico/contracts/services/wireText'
import { type Address, erc20Abi, type PublicClient } from 'viem'
import type { TokenDirectory } from '../tokenDirectory.ts'

export interface TokenFacts {
  readonly name?: string
  readonly symbol?: string
  /** 0 if the contract gives no number, or more decimal places than an amount could have. */
  readonly decimals: number
  /** The source's judgement. */
  readonly isSpam?: boolean
}

export type FactsOf = (token: Address) => Promise<TokenFacts>

export const DECIMALS_MAX = 77

/** Cuts long names, because contracts may choose any name of any length. */
export const shortened = (text: string | undefined) => text?.slice(0, NAME_MAX_CHARACTERS)

/** A token's name from the directory, or else from the contract, which is asked only once. */
export function createTokenFacts(
  client: PublicClient,
  caipNetworkId: CaipNetworkId,
  directory: TokenDirectory,
): FactsOf {
  const factsByToken = new Map<Address, Promise<TokenFacts>>()

  async function ask(address: Address): Promise<TokenFacts> {
    const known = directory.find(caipNetworkId, address)
    if (known) return known
    const read = <Name extends 'name' | 'symbol' | 'decimals'>(functionName: Name) =>
      client.readContract({ address, abi: erc20Abi, functionName }).catch(() => undefined)
    const [name, symbol, decimals] = await Promise.all([read('name'), read('symbol'), read('decimals')])
    const isShown = typeof decimals === 'number' && decimals <= DECIMALS_MAX
    return { name: shortened(name as string), symbol: shortened(symbol as string), decimals: isShown ? decimals : 0 }
  }

  return (address: Address) => {
    const known = factsByToken.get(address)
    if (known) return known
    const facts = ask(address)
    factsByToken.set(address, facts)
    // Without any name, the node may have failed, so the token is requested again next time.
    facts.then(({ name, symbol }) => name === undefined && symbol === undefined && factsByToken.delete(address))
    return facts
  }
}
