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

/** services.md §7.18 to §7.20. `orders` is our own addition; an order id is appended to it. */
export const ONRAMP_PATHS = {
  options: '/v1/onramp/options',
  quote: '/v1/onramp/quote',
  url: '/v1/generators/onrampurl',
  orders: '/onramp/sandbox/orders',
} as const

/** The sellers, under the names that projects use for them (`config` of the feature `onramp`). */
export const ONRAMP_PROVIDERS = ['sandbox', 'meld'] as const

/** An amount in whole units of the currency, with its decimals: `100.00`. */
const MoneyText = pipe(string(), regex(/^\d{1,15}(?:\.\d{1,18})?$/, 'must be an amount'))

/** An ISO 4217 code. `Intl` throws an error for any other text. */
const CurrencyText = pipe(string(), regex(/^[A-Z]{3}$/, 'must be a currency'))

export const PaymentCurrency = object({
  id: CurrencyText,
  payment_method_limits: listOf(object({ id: NameText, min: MoneyText, max: MoneyText })),
})

export const PurchaseNetwork = object({
  /** The CAIP-2 id in our service. Other services have names of their own, such as `ethereum-mainnet`. */
  name: NameText,
  display_name: NameText,
  /** The reference of the CAIP-2 id, such as `137`. */
  chain_id: NameText,
  /** The token's address. For a network's coin, the one that clients usually use: `0xeeee…`. */
  contract_address: NameText,
})

export const PurchaseCurrency = object({
  id: NameText,
  name: NameText,
  symbol: NameText,
  networks: listOf(PurchaseNetwork),
})

/** Our own addition: limits the answer to what this seller sells, and to the seller's limits. */
export const OnrampOptionsQuery = object({ provider: optional(picklist(ONRAMP_PROVIDERS)) })

/** Our own addition: an available seller. */
export const OnrampSeller = object({
  /** One of `ONRAMP_PROVIDERS`, or one from a later release. */
  id: NameText,
  name: NameText,
  /** The fee in per cent of the payment, as text: `1-2%`. Absent when the provider does not state it. */
  fee_range: optional(NameText),
  /** CAIP-2 ids of the networks on which it sells. */
  networks: listOf(NameText),
})

export const OnrampOptions = object({
  paymentCurrencies: listOf(PaymentCurrency),
  purchaseCurrencies: listOf(PurchaseCurrency),
  /** Our own addition: the available sellers. Other services do not send this. */
  providers: optional(listOf(OnrampSeller)),
})

export const OnrampQuoteRequest = object({
  /** The currency on the first of its networks that has a seller. */
  purchaseCurrency: PurchaseCurrency,
  paymentCurrency: PaymentCurrency,
  /** The amount to pay, including all fees. */
  amount: MoneyText,
  /** The symbol of the purchased currency. Our service also accepts the name of one of its networks. */
  network: NameText,
  /** Our own addition: selects the seller when several sell the currency. */
  provider: optional(picklist(ONRAMP_PROVIDERS)),
})

const Bought = object({ amount: MoneyText, currency: NameText })
const Fiat = object({ amount: MoneyText, currency: CurrencyText })

export const OnrampQuote = object({
  /** The amount to pay, including all fees. */
  paymentTotal: Fiat,
  /** The cost of the purchase alone. */
  paymentSubtotal: Fiat,
  /** `currency` is the symbol of the purchased currency. */
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
        /** CAIP-2 ids of the networks where the address belongs to the visitor. */
        blockchains: array(string()),
        /** Symbols of currencies. The first one is bought when there is no quote. */
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
  /** In whole units of the purchased currency. */
  presetCryptoAmount: optional(PresetAmount),
  /** In US dollars. */
  presetFiatAmount: optional(PresetAmount),
  /** Our own addition: selects the seller when several sell the currency. */
  provider: optional(picklist(ONRAMP_PROVIDERS)),
  /** Our own addition: the quote that the purchase must match to the last digit. */
  quoteId: optional(pipe(string(), maxLength(ID_MAX_CHARACTERS, 'must be shorter'))),
})

export const OnrampUrl = object({
  url: pipe(string(), url()),
  /** Our own addition: the id for `ONRAMP_PATHS.orders`, which reports progress. Absent if the provider does not. */
  orderId: optional(string()),
})

/** The answer of `ONRAMP_PATHS.orders`. `failed` is final, and also stands for an order that was not paid in time. */
export const OnrampOrder = object({
  status: picklist(['created', 'paid', 'delivered', 'failed']),
  /** Present once there is a transaction. */
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
