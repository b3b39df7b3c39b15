import type { CaipNetworkId } from '@portico/contracts'
import type { PaymentCurrency } from '@portico/contracts/services/onramp'
import { ServiceError } from '../../../http/errors.ts'
import type { Log } from '../../../log.ts'
import { nativeCoinAddress } from '../../balances/nativeCoin.ts'
import { decimalOf, lessDecimal, toCents, writeDecimal, writeMoney } from '../decimal.ts'
import type { MeldOptions } from '../environment.ts'
import { networkName } from '../networkName.ts'
import type { OfferedAsset, Offers, OnrampProvider, Payment, Quoted } from '../onrampProvider.ts'
import { createAskMeld } from './askMeld.ts'
import {
  CryptoCurrencies,
  type CryptoCurrency,
  type CryptoQuote,
  CryptoQuotes,
  PurchaseLimits,
  WidgetSession,
} from './meldAnswers.ts'
import { meldNetwork } from './meldNetwork.ts'

/** Meld recommends caching its lists for a week, but new limits should arrive sooner. */
const OFFERS_LIFETIME_MS = 60 * 60_000

/** The payment method; see https://docs.meld.io/docs/supported-payment-methods */
const CARD = 'CREDIT_DEBIT_CARD'
/** services.md §17.7. The actual fee is in the quote. */
const FEE_RANGE = '1-2%'
const CATEGORY = { categories: 'CRYPTO_ONRAMP', accountFilter: 'true' }

const money = (amount: number, currency: string) => ({ amount: writeMoney(decimalOf(amount)), currency })

/** The symbol in a code: `USDC` for `USDC_POLYGON`. */
const symbolOf = ({ currencyCode, chainCode }: CryptoCurrency) =>
  currencyCode.endsWith(`_${chainCode}`) ? currencyCode.slice(0, -chainCode.length - 1) : currencyCode

/** The quote with the most coins among those for the requested payment. */
function bestOf(quotes: readonly CryptoQuote[], { currency, amount }: Payment, code: string): CryptoQuote | undefined {
  const fitting = quotes.filter(
    ({ sourceCurrencyCode, destinationCurrencyCode, sourceAmount }) =>
      sourceCurrencyCode === currency && destinationCurrencyCode === code && sourceAmount === Number(amount),
  )
  return fitting.sort((one, other) => other.destinationAmount - one.destinationAmount)[0]
}

function amountsOf(quote: CryptoQuote, symbol: string): Quoted['amounts'] {
  const { sourceAmount, sourceAmountWithoutFees, totalFee, networkFee, sourceCurrencyCode: currency } = quote
  const subtotal =
    typeof sourceAmountWithoutFees === 'number'
      ? decimalOf(sourceAmountWithoutFees)
      : lessDecimal(decimalOf(sourceAmount), decimalOf(totalFee ?? 0))
  return {
    paymentTotal: money(sourceAmount, currency),
    paymentSubtotal: { amount: writeMoney(toCents(subtotal)), currency },
    purchaseAmount: { amount: writeDecimal(decimalOf(quote.destinationAmount)), currency: symbol },
    networkFee: money(networkFee ?? 0, currency),
  }
}

/**
 * Sells through Meld (https://docs.meld.io), which compares several providers. The page is Meld's own and shows the
 * outcome of the purchase.
 * @param now milliseconds of a monotonic clock
 */
export function createMeld(
  options: MeldOptions,
  log: Log,
  { waitMs, now = () => performance.now() }: { readonly waitMs?: number; readonly now?: () => number } = {},
): OnrampProvider {
  const ask = createAskMeld(options, log, waitMs)
  const { country: countryCode } = options
  let kept: { readonly offers: Promise<Offers>; readonly until: number } | undefined

  function offer(currency: CryptoCurrency, caipNetworkId: CaipNetworkId): OfferedAsset {
    const code = currency.currencyCode
    const symbol = symbolOf(currency)

    async function quote(payment: Payment, signal: AbortSignal): Promise<Quoted> {
      const request = {
        countryCode,
        sourceCurrencyCode: payment.currency,
        sourceAmount: Number(payment.amount),
        destinationCurrencyCode: code,
        paymentMethodType: CARD,
      }
      const { quotes } = await ask({ path: '/payments/crypto/quote', body: request }, CryptoQuotes, signal)
      const best = bestOf(quotes ?? [], payment, code)
      if (!best) throw new ServiceError('onramp.noQuote')
      return {
        caipNetworkId,
        amounts: amountsOf(best, symbol),
        async open({ address: walletAddress, userId: externalCustomerId }, signalOfOpening) {
          const sessionData = { ...request, serviceProvider: best.serviceProvider, walletAddress }
          const body = { sessionType: 'BUY', externalCustomerId, sessionData }
          const session = await ask({ path: '/crypto/session/widget', body }, WidgetSession, signalOfOpening)
          return { url: session.widgetUrl }
        },
      }
    }

    return {
      caipNetworkId,
      symbol,
      name: currency.name,
      contractAddress: currency.contractAddress || nativeCoinAddress(caipNetworkId).slice(caipNetworkId.length + 1),
      networkName: networkName(caipNetworkId),
      quote,
    }
  }

  async function readOffers(): Promise<Offers> {
    // The signal of the first caller is not used, because other callers wait for the same response.
    const signal = new AbortController().signal
    const [limits, cryptos] = await Promise.all([
      ask(
        { path: '/service-providers/limits/fiat-currency-purchases', query: { ...CATEGORY, paymentMethodTypes: CARD } },
        PurchaseLimits,
        signal,
      ),
      ask({ path: '/service-providers/properties/crypto-currencies', query: CATEGORY }, CryptoCurrencies, signal),
    ])
    const currencies = limits.map(({ currencyCode: id, minimumAmount, maximumAmount }): PaymentCurrency => {
      const [min, max] = [minimumAmount, maximumAmount].map((amount) => writeMoney(decimalOf(amount)))
      return { id, payment_method_limits: [{ id: 'card', min: min ?? '', max: max ?? '' }] }
    })
    const assets = cryptos.flatMap((currency) => {
      const caipNetworkId = meldNetwork(currency)
      return caipNetworkId ? [offer(currency, caipNetworkId)] : []
    })
    return { currencies, assets }
  }

  return {
    id: 'meld',
    name: 'Meld.io',
    feeRange: FEE_RANGE,
    offers() {
      if (kept && now() < kept.until) return kept.offers
      const entry = { offers: readOffers(), until: now() + OFFERS_LIFETIME_MS }
      kept = entry
      entry.offers.catch(() => {
        if (kept === entry) kept = undefined
      })
      return entry.offers
    },
  }
}
