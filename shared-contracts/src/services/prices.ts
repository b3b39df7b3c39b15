import {
  array,
  fallback,
  type InferOutput,
  integer,
  literal,
  maxLength,
  minLength,
  minValue,
  number,
  object,
  optional,
  pipe,
  string,
} from 'valibot'
import { listOf } from './listOf.ts'
import { CaipAddressText, NameText } from './wireText.ts'

/** services.md §7.7: `POST /v1/fungible/price`. Cacheable for 15 seconds. */
export const PRICE_PATH = '/v1/fungible/price'

/** The maximum number of prices in one request. */
export const PRICES_MAX = 50

export const PriceRequest = object({
  currency: literal('usd', 'must be usd'),
  /** CAIP-10 addresses. For a network's coin, the one clients usually use: `0xeeee…` on EVM, `So1111…1` on Solana. */
  addresses: pipe(
    array(CaipAddressText),
    minLength(1, 'must name one'),
    maxLength(PRICES_MAX, `at most ${PRICES_MAX}`),
  ),
  projectId: string(),
})

export const FungiblePrice = object({
  /** The address as requested. */
  address: CaipAddressText,
  name: NameText,
  symbol: NameText,
  iconUrl: fallback(string(), ''),
  price: pipe(number(), minValue(0)),
  decimals: fallback(optional(pipe(number(), integer(), minValue(0))), undefined),
})

/** Contains only those requested addresses that have a price. */
export const Prices = object({ fungibles: listOf(FungiblePrice) })

export type PriceRequest = InferOutput<typeof PriceRequest>
export type FungiblePrice = InferOutput<typeof FungiblePrice>
export type Prices = InferOutput<typeof Prices>
