import {
  array,
  finite,
  gtValue,
  type InferOutput,
  literal,
  maxLength,
  minLength,
  number,
  object,
  optional,
  picklist,
  pipe,
  regex,
  string,
  url,
} from 'valibot'
import { listOf } from './listOf.ts'
import { AddressText, NameText } from './wireText.ts'

/** services.md §7.18 to §7.20; `orders` is ours, and has the id of an order behind it. */
export const ONRAMP_PATHS = {
  options: '/v1/onramp/options',
  quote: '/v1/onramp/quote',
  url: '/v1/generators/onrampurl',
  orders: '/onramp/sandbox/orders',
} as const

/** Who sells, as projects name them (`config` of the feature `onramp`). */
export const ONRAMP_PROVIDERS = ['sandbox', 'meld'] as const

/** In the currency's own unit, with its decimals: `100.00`. */
const MoneyText = pipe(string(), regex(/^\d{1,15}(?:\.\d{1,18})?$/, 'must be an amount'))

/** ISO 4217. `Intl` throws at anything else. */
const CurrencyText = pipe(string(), regex(/^[A-Z]{3}$/, 'must be a currency'))

export const PaymentCurrency = object({
  id: CurrencyText,
  payment_method_limits: listOf(object({ id: NameText, min: MoneyText, max: MoneyText })),
})

export const PurchaseNetwork = object({
  /** Ours: the CAIP-2 id. Other services have a word of their own: `ethereum-mainnet`. */
  name: NameText,
  display_name: NameText,
  /** The reference of the CAIP-2 id: `137`. */
  chain_id: NameText,
  /** Of the coin of a network, the address that clients know it by: `0xeeee…`. */
  contract_address: NameText,
})

export const PurchaseCurrency = object({
  id: NameText,
  name: NameText,
  symbol: NameText,
  networks: listOf(PurchaseNetwork),
})

/** Ours: what only one of them sells, and within its limits. */
export const OnrampOptionsQuery = object({ provider: optional(picklist(ONRAMP_PROVIDERS)) })

/** Ours: who sells here. */
export const OnrampSeller = object({
  /** One of `ONRAMP_PROVIDERS`, or one that a later release has. */
  id: NameText,
  name: NameText,
  /** Per cent of what is paid, in words: `1-2%`. Absent where the provider does not say. */
  fee_range: optional(NameText),
  /** CAIP-2 ids of the networks on which it sells anything. */
  networks: listOf(NameText),
})

export const OnrampOptions = object({
  paymentCurrencies: listOf(PaymentCurrency),
  purchaseCurrencies: listOf(PurchaseCurrency),
  /** Ours; other services do not say. */
  providers: optional(listOf(OnrampSeller)),
})

export const OnrampQuoteRequest = object({
  /** Of its networks the first that somebody sells on is meant. */
  purchaseCurrency: PurchaseCurrency,
  paymentCurrency: PaymentCurrency,
  /** What is paid, with all fees. */
  amount: MoneyText,
  /** The symbol of what is bought. Ours: the name of one of its networks is understood, too. */
  network: NameText,
  /** Ours: who sells, where several sell the same. */
  provider: optional(picklist(ONRAMP_PROVIDERS)),
})

const Bought = object({ amount: MoneyText, currency: NameText })
const Fiat = object({ amount: MoneyText, currency: CurrencyText })

export const OnrampQuote = object({
  /** With all fees. */
  paymentTotal: Fiat,
  /** What the purchase itself costs. */
  paymentSubtotal: Fiat,
  /** `currency`: the symbol of what is bought. */
  purchaseAmount: Bought,
  networkFee: Fiat,
  quoteId: string(),
})

const WALLETS_MAX = 50
const ID_MAX_CHARACTERS = 128

const PresetAmount = pipe(number(), finite('must be a number'), gtValue(0, 'must be more than nothing'))

export const OnrampUrlRequest = object({
  destinationWallets: pipe(
    array(
      object({
        address: AddressText,
        /** CAIP-2 ids of the networks on which the address is the visitor's. */
        blockchains: array(string()),
        /** Symbols. The first is what is bought where no quote says it. */
        assets: optional(array(string()), []),
      }),
    ),
    minLength(1, 'must name one'),
    maxLength(WALLETS_MAX, `at most ${WALLETS_MAX}`),
  ),
  /** CAIP-2 */
  defaultNetwork: optional(string()),
  partnerUserId: pipe(string(), maxLength(ID_MAX_CHARACTERS, 'must be shorter')),
  defaultExperience: optional(literal('buy'), 'buy'),
  /** In whole coins of what is bought. */
  presetCryptoAmount: optional(PresetAmount),
  /** US dollars. */
  presetFiatAmount: optional(PresetAmount),
  /** Ours: who sells, where several sell the same. */
  provider: optional(picklist(ONRAMP_PROVIDERS)),
  /** Ours: what was quoted is what is bought, to the last digit. */
  quoteId: optional(pipe(string(), maxLength(ID_MAX_CHARACTERS, 'must be shorter'))),
})

export const OnrampUrl = object({
  url: pipe(string(), url()),
  /** Ours: with it `ONRAMP_PATHS.orders` tells how far the purchase is. Absent where the provider tells nobody. */
  orderId: optional(string()),
})

/** What `ONRAMP_PATHS.orders` answers. `failed`: nothing will come any more; who was not paid in time has failed, too. */
export const OnrampOrder = object({
  status: picklist(['created', 'paid', 'delivered', 'failed']),
  /** As soon as there is a transaction. */
  txHash: optional(string()),
})

export type OnrampProviderId = (typeof ONRAMP_PROVIDERS)[number]
export type PaymentCurrency = InferOutput<typeof PaymentCurrency>
export type PurchaseCurrency = InferOutput<typeof PurchaseCurrency>
export type PurchaseNetwork = InferOutput<typeof PurchaseNetwork>
export type OnrampSeller = InferOutput<typeof OnrampSeller>
export type OnrampOptions = InferOutput<typeof OnrampOptions>
export type OnrampQuoteRequest = InferOutput<typeof OnrampQuoteRequest>
export type OnrampQuote = InferOutput<typeof OnrampQuote>
export type OnrampUrlRequest = InferOutput<typeof OnrampUrlRequest>
export type OnrampUrl = InferOutput<typeof OnrampUrl>
export type OnrampOrder = InferOutput<typeof OnrampOrder>
