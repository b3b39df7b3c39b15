import { type CaipNetworkId, parseCaipNetworkId } from '@portico/contracts'
import { nativeCoin, nativeCoinAddress } from '@portico/services/blockchainApi/balances/nativeCoin'
import {
  type Decimal,
  decimalOf,
  readDecimal,
  toScale,
  writeDecimal,
  writeMoney,
} from '@portico/services/blockchainApi/onramp/decimal'
import { networkName } from '@portico/services/blockchainApi/onramp/networkName'
import type { OfferedAsset, OnrampProvider, Quoted } from '@portico/services/blockchainApi/onramp/onrampProvider'
import type { Parts } from '@portico/services/blockchainApi/parts'
import { ServiceError } from '@portico/services/http/errors'
import { FEE_BPS, ORDER_MAX, ORDER_MIN } from './limits.ts'
import type { Orders } from './orders.ts'
import { centsFor, priceOrder } from './priceOrder.ts'
import { testCurrencies, testPrice } from './testRates.ts'

export const SANDBOX_PAGE = '/onramp/sandbox'

/** A coin or token on a sandbox chain. */
interface Coin {
  readonly caipNetworkId: CaipNetworkId
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** The chain's coin if absent. */
  readonly token?: string
}

const CENTS = 2
const inCents = (cents: bigint) => writeMoney({ digits: cents, scale: CENTS })

const addressOf = ({ caipNetworkId, token }: Coin) =>
  token === undefined ? nativeCoinAddress(caipNetworkId) : `${caipNetworkId}:${token}`

function coinsOf(caipNetworkId: CaipNetworkId, tokens: Parts['tokens']): readonly Coin[] {
  const coin = { caipNetworkId, ...nativeCoin(caipNetworkId) }
  // Other families' sources give only the chain's coin.
  if (parseCaipNetworkId(caipNetworkId).namespace !== 'eip155') return [coin]
  const known = tokens.of(caipNetworkId)
  return [
    coin,
    ...known.map(({ name, symbol, decimals, address: token }) => ({ caipNetworkId, name, symbol, decimals, token })),
  ]
}

const currencies = [...testCurrencies.keys()].map((id) => ({
  id,
  payment_method_limits: [{ id: 'card', min: ORDER_MIN, max: ORDER_MAX }],
}))

/** Sells test money on the configured chains, at the price of the price source. Takes no payment. */
export function createSandbox(
  { tokens, prices }: Pick<Parts, 'tokens' | 'prices'>,
  chains: readonly CaipNetworkId[],
  orders: Orders,
): OnrampProvider {
  const coins = chains.flatMap((caipNetworkId) => coinsOf(caipNetworkId, tokens))

  function offer(coin: Coin, price: Decimal): OfferedAsset {
    const { caipNetworkId, name, symbol, decimals, token } = coin

    function quote(amount: string, currency: string): Quoted {
      const dollars = testCurrencies.get(currency)
      if (!dollars) throw new ServiceError('onramp.noQuote')
      const paid = toScale(readDecimal(amount), CENTS)
      const { fee, subtotal, amount: bought, cents } = priceOrder(paid, { dollars, price, decimals })
      if (bought === 0n) throw new ServiceError('onramp.noQuote')
      const amounts: Quoted['amounts'] = {
        paymentTotal: { amount: inCents(paid), currency },
        paymentSubtotal: { amount: inCents(subtotal), currency },
        purchaseAmount: { amount: writeDecimal({ digits: bought, scale: decimals }), currency: symbol },
        networkFee: { amount: inCents(0n), currency },
      }
      return {
        caipNetworkId,
        amounts,
        async open({ address: to, origin }) {
          const delivery = { to, token, amount: bought }
          const draft = { caipNetworkId, networkName: networkName(caipNetworkId), delivery, amounts, cents }
          const { id } = await orders.add({ ...draft, fee: inCents(fee) })
          return { url: `${origin}${SANDBOX_PAGE}?order=${id}`, orderId: id }
        },
      }
    }

    return {
      caipNetworkId,
      symbol,
      name,
      contractAddress: addressOf(coin).slice(caipNetworkId.length + 1),
      networkName: networkName(caipNetworkId),
      quote: async ({ amount, currency }) => quote(amount, currency),
      dollarsFor: (wanted) => inCents(centsFor(decimalOf(wanted), price)),
    }
  }

  return {
    id: 'sandbox',
    name: 'Test money',
    feeRange: `${FEE_BPS / 100n}%`,
    async offers(signal) {
      const known = await prices.prices(coins.map(addressOf), signal)
      const assets = coins.flatMap((coin) => {
        const dollars = known.get(addressOf(coin))
        const price =
          dollars && Number.isFinite(dollars)
            ? decimalOf(dollars)
            : coin.token === undefined && testPrice(coin.caipNetworkId)
        return price ? [offer(coin, price)] : []
      })
      return { currencies, assets }
    },
  }
}
