import { listOf } from '@portico/contracts/services/listOf'
import { NameText } from '@portico/contracts/services/wireText'
import {
  check,
  gtValue,
  type InferOutput,
  maxLength,
  minLength,
  minValue,
  nullish,
  number,
  object,
  pipe,
  regex,
  string,
} from 'valibot'
import { someOf } from '../../answers.ts'

/**
 * The fields of Meld's responses that are used. Meld may add fields at any time
 * (https://docs.meld.io/docs/whitelabel-api-guide). Amounts are JSON numbers.
 */

const Amount = pipe(number(), minValue(0))
const Code = pipe(string(), minLength(1), maxLength(64))

/** `GET /service-providers/properties/crypto-currencies` */
export const CryptoCurrencies = someOf(
  object({
    /** Each network has a code of its own: `USDC_POLYGON`. */
    currencyCode: Code,
    name: NameText,
    chainCode: Code,
    chainName: nullish(NameText),
    /** Given for EVM networks only. */
    chainId: nullish(pipe(string(), maxLength(32))),
    /** Absent for the coin of a network. */
    contractAddress: nullish(pipe(string(), maxLength(128))),
  }),
)

/** `GET /service-providers/limits/fiat-currency-purchases` */
export const PurchaseLimits = someOf(
  object({
    currencyCode: pipe(string(), regex(/^[A-Z]{3}$/)),
    minimumAmount: Amount,
    maximumAmount: pipe(number(), gtValue(0)),
  }),
)

/** `POST /payments/crypto/quote`: a quote from each provider, or a reason why there is none. */
export const CryptoQuotes = pipe(
  object({
    message: nullish(string()),
    quotes: nullish(
      listOf(
        object({
          sourceAmount: Amount,
          sourceAmountWithoutFees: nullish(Amount),
          sourceCurrencyCode: Code,
          totalFee: nullish(Amount),
          networkFee: nullish(Amount),
          destinationAmount: pipe(number(), gtValue(0)),
          destinationCurrencyCode: Code,
          serviceProvider: Code,
        }),
      ),
    ),
  }),
  check(({ quotes, message }) => Boolean(quotes ?? message)),
)

/** `POST /crypto/session/widget` */
export const WidgetSession = object({ widgetUrl: pipe(string(), regex(/^https:\/\/[^\s"<>\\^`{|}]+$/)) })

export type CryptoCurrency = InferOutput<typeof CryptoCurrencies>[number]
export type CryptoQuote = NonNullable<InferOutput<typeof CryptoQuotes>['quotes']>[number]
