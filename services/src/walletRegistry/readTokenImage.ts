import { drawMonogram } from './drawMonogram.ts'
import type { RegistryImage } from './image.ts'
import { readIcon } from './readIcon.ts'
import { registryNetworks } from './registryNetworks.ts'
import { registryTokens } from './registryTokens.ts'

/** Every token and native currency of the data; those with an icon come last. */
const known = [
  ...registryTokens,
  ...registryNetworks.map(({ native_currency, native_icon }) => ({
    symbol: native_currency.symbol,
    icon: native_icon,
  })),
].sort((a, b) => Number(Boolean(a.icon)) - Number(Boolean(b.icon)))

// If several have the same symbol, the last of them is used.
const exact = new Map(known.map((token) => [token.symbol, token]))
const inCapitals = new Map(known.map((token) => [token.symbol.toUpperCase(), token]))

/**
 * The icon of a token or native currency of the data, or a monogram if there is no icon.
 * @returns undefined for a symbol that is not in the data
 */
export async function readTokenImage(symbol: string): Promise<RegistryImage | undefined> {
  const token = exact.get(symbol) ?? inCapitals.get(symbol.toUpperCase())
  if (!token) return undefined
  return token.icon ? readIcon('tokens', token.icon) : drawMonogram(token.symbol, token.symbol)
}
