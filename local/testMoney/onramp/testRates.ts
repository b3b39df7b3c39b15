import { type CaipNetworkId, parseCaipNetworkId } from '@portico/contracts'
import { type Decimal, readDecimal } from '@portico/services/blockchainApi/onramp/decimal'
import { currencies } from '@portico/services/walletRegistry/currencies'

/** US dollars per unit of a currency. Made up and constant, because test money has no rate. */
const DOLLARS: Readonly<Record<string, string>> = { USD: '1', EUR: '1.1', GBP: '1.25' }

/** Made-up prices in US dollars, for the coins of chains without a known price. A token without a price is not sold. */
const COINS: Readonly<Record<string, string>> = { eip155: '3000', solana: '150', bip122: '60000' }

/** US dollars per unit of each convertible currency in the registry's list, keyed by ISO 4217 code. */
export const testCurrencies: ReadonlyMap<string, Decimal> = new Map(
  currencies.flatMap(({ code, decimals }) => {
    const dollars = DOLLARS[code]
    // All sums here are in hundredths.
    return dollars && decimals === 2 ? [[code, readDecimal(dollars)] as const] : []
  }),
)

export const testPrice = (caipNetworkId: CaipNetworkId): Decimal | undefined => {
  const price = COINS[parseCaipNetworkId(caipNetworkId).namespace]
  return price ? readDecimal(price) : undefined
}
