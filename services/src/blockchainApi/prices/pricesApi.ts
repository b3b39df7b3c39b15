import { PRICE_PATH, PriceRequest, type Prices } from '@portico/contracts/services/prices'
import { Hono } from 'hono'
import type { Address } from 'viem'
import { ownOrigin } from '../../http/ownOrigin.ts'
import { type Asset, isEvm, readAsset } from '../asset.ts'
import { nativeCoin } from '../balances/nativeCoin.ts'
import type { Parts } from '../parts.ts'
import { readToken, type TokenFacts } from '../pools/readToken.ts'
import { readProjectBody } from '../readProjectBody.ts'
import { tokenIcon } from '../tokenIcon.ts'

type Needed = Pick<Parts, 'chains' | 'projects' | 'tokens' | 'prices'>

const NAMELESS = { name: '', symbol: '' } as const

async function factsOf(
  { chains, tokens }: Needed,
  { caipNetworkId, address }: Asset,
): Promise<Omit<TokenFacts, 'decimals'> & { readonly decimals?: number }> {
  if (address === undefined) return nativeCoin(caipNetworkId)
  const known = tokens.find(caipNetworkId, address)
  if (known) return known
  if (!isEvm(caipNetworkId)) return NAMELESS
  try {
    return await readToken(chains.evm(caipNetworkId), address as Address)
  } catch {
    return NAMELESS // Without a name, the token may still have a price.
  }
}

/** services.md §7.7: the prices of all requested addresses, not only of the first one, in the requested order. */
export function pricesApi(parts: Needed) {
  return new Hono().post(PRICE_PATH, async (c) => {
    const { addresses } = await readProjectBody(c, parts.projects, PriceRequest)
    const prices = await parts.prices.prices(addresses, c.req.raw.signal)
    const fungibles = await Promise.all(
      [...new Set(addresses)].map(async (address) => {
        const price = prices.get(address)
        const asset = readAsset(address)
        if (price === undefined || !asset) return undefined
        const { name, symbol, decimals } = await factsOf(parts, asset)
        return { address, name, symbol, iconUrl: symbol && tokenIcon(ownOrigin(c), symbol), price, decimals }
      }),
    )
    const answer: Prices = { fungibles: fungibles.filter((fungible) => fungible !== undefined) }
    return c.json(answer)
  })
}
