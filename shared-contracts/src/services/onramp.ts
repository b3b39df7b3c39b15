import { array, type InferOutput, literal, number, object, optional, picklist, pipe, regex, string, url } from 'valibot'
import { listOf } from './listOf.ts'
import { AddressText, NameText } from './wireText.ts'

/** services.md §7.18 to §7.20. */
export const ONRAMP_PATHS = {
  options: '/v1/onramp/options',
  quote: '/v1/onramp/quote',
  url: '/v1/generators/onrampurl',
} as const

/** In the currency's own unit, with its decimals: `100.00`. */
const MoneyText = pipe(string(), regex(/^\d{1,15}(?:\.\d{1,18})?$/, 'must be an amount'))

export const PaymentCurrency = object({
  /** ISO 4217 */
  id: string(),
  payment_method_limits: listOf(object({ id: string(), min: MoneyText, max: MoneyText })),
})

export const PurchaseCurrency = object({
  id: string(),
  name: NameText,
  symbol: NameText,
  networks: listOf(object({ name: string(), display_name: NameText, chain_id: string(), contract_address: string() })),
})

export const OnrampOptions = object({
  paymentCurrencies: listOf(PaymentCurrency),
  purchaseCurrencies: listOf(PurchaseCurrency),
})

export const OnrampQuoteRequest = object({
  purchaseCurrency: PurchaseCurrency,
  paymentCurrency: PaymentCurrency,
  /** What is paid. */
  amount: MoneyText,
  /** The symbol of what is bought. */
  network: string(),
})

const Money = object({ amount: MoneyText, currency: string() })

export const OnrampQuote = object({
  paymentTotal: Money,
  paymentSubtotal: Money,
  purchaseAmount: Money,
  networkFee: Money,
  quoteId: string(),
})

export const OnrampUrlRequest = object({
  destinationWallets: array(
    object({ address: AddressText, blockchains: array(string()), assets: optional(array(string()), []) }),
  ),
  defaultNetwork: optional(string()),
  partnerUserId: string(),
  defaultExperience: optional(literal('buy'), 'buy'),
  presetCryptoAmount: optional(number()),
  presetFiatAmount: optional(number()),
  /** Ours: the provider of the options, where there are several. */
  provider: optional(picklist(['sandbox', 'meld'])),
})

export const OnrampUrl = object({ url: pipe(string(), url()) })

export type OnrampOptions = InferOutput<typeof OnrampOptions>
export type OnrampQuoteRequest = InferOutput<typeof OnrampQuoteRequest>
export type OnrampQuote = InferOutput<typeof OnrampQuote>
export type OnrampUrlRequest = InferOutput<typeof OnrampUrlRequest>
export type OnrampUrl = InferOutput<typeof OnrampUrl>
