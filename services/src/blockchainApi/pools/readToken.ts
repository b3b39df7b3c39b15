import { type Address, erc20Abi, type PublicClient } from 'viem'

export interface TokenFacts {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

const NAME_MAX_CHARACTERS = 60

/** What a contract says about its token. It is untrusted, so names are cut. Rejects if the contract is not a token. */
export async function readToken(client: PublicClient, address: Address): Promise<TokenFacts> {
  const ask = { abi: erc20Abi, address } as const
  const [name, symbol, decimals] = await Promise.all([
    client.readContract({ ...ask, functionName: 'name' }),
    client.readContract({ ...ask, functionName: 'symbol' }),
    client.readContract({ ...ask, functionName: 'decimals' }),
  ])
  return { name: name.slice(0, NAME_MAX_CHARACTERS), symbol: symbol.slice(0, NAME_MAX_CHARACTERS), decimals }
}
