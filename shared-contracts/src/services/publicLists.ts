import {
  array,
  boolean,
  type InferOutput,
  integer,
  length,
  minValue,
  number,
  object,
  optional,
  pipe,
  regex,
  string,
} from 'valibot'
import { CaipNetworkIdText } from './wireText.ts'

/** Our own lists for choosing networks, tokens or currencies, in addition to the registry's lists. */

const Decimals = pipe(number(), integer(), minValue(0))
const WebLink = pipe(string(), regex(/^https:\/\/\S+$/))

export const ListedNetwork = object({
  caip2: CaipNetworkIdText,
  name: string(),
  testnet: boolean(),
  native_currency: object({ name: string(), symbol: string(), decimals: Decimals }),
  /** The image id for `/public/getAssetImage/{image_id}`. `/public/networkImage/{caip2}` does not need it. */
  image_id: optional(string()),
  explorer_url: optional(WebLink),
  /** Appended to every URL of the block explorer. */
  explorer_query: optional(string()),
})

export const ListedToken = object({
  caip2: CaipNetworkIdText,
  /** In EIP-55 form on EVM, in base58 on Solana. */
  address: string(),
  /** Also the symbol for `/public/getTokenImage/{symbol}`. */
  symbol: string(),
  name: string(),
  decimals: Decimals,
})

export const ListedCurrency = object({
  /** The ISO 4217 code. */
  code: pipe(string(), length(3)),
  name: string(),
  symbol: string(),
  decimals: Decimals,
  /** The ISO 3166-1 code, or EU. `/public/getCurrencyImage/` accepts this code and the currency's. */
  country: pipe(string(), length(2)),
})

/** The answer of `GET /public/networks`. */
export const NetworkList = object({ data: array(ListedNetwork) })

/** The answer of `GET /public/tokens?chainId=<CAIP-2>`, which is empty for an unknown network. */
export const TokenList = object({ data: array(ListedToken) })
export const TokenQuery = object({ chainId: CaipNetworkIdText })

/** The answer of `GET /public/currencies`. */
export const CurrencyList = object({ data: array(ListedCurrency) })

export type TokenList = InferOutput<typeof TokenList>
export type ListedNetwork = InferOutput<typeof ListedNetwork>
export type ListedToken = InferOutput<typeof ListedToken>
export type ListedCurrency = InferOutput<typeof ListedCurrency>
