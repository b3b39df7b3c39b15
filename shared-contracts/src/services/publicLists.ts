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

/** Our own lists beside the registry's foreign wire, for choices of networks, tokens or currencies. */

const Decimals = pipe(number(), integer(), minValue(0))
const WebLink = pipe(string(), regex(/^https:\/\/\S+$/))

export const ListedNetwork = object({
  caip2: CaipNetworkIdText,
  name: string(),
  testnet: boolean(),
  native_currency: object({ name: string(), symbol: string(), decimals: Decimals }),
  /** For `/public/getAssetImage/{image_id}`; `/public/networkImage/{caip2}` needs no image id. */
  image_id: optional(string()),
  explorer_url: optional(WebLink),
  /** Appended to every URL of the explorer. */
  explorer_query: optional(string()),
})

export const ListedToken = object({
  caip2: CaipNetworkIdText,
  /** EIP-55 on EVM, base58 on Solana. */
  address: string(),
  /** Also for `/public/getTokenImage/{symbol}`. */
  symbol: string(),
  name: string(),
  decimals: Decimals,
})

export const ListedCurrency = object({
  /** ISO 4217 */
  code: pipe(string(), length(3)),
  name: string(),
  symbol: string(),
  decimals: Decimals,
  /** ISO 3166-1, or EU; `/public/getCurrencyImage/` accepts either code. */
  country: pipe(string(), length(2)),
})

/** `GET /public/networks` */
export const NetworkList = object({ data: array(ListedNetwork) })

/** `GET /public/tokens?chainId=<CAIP-2>`; an unknown network has an empty list. */
export const TokenList = object({ data: array(ListedToken) })
export const TokenQuery = object({ chainId: CaipNetworkIdText })

/** `GET /public/currencies` */
export const CurrencyList = object({ data: array(ListedCurrency) })

export type TokenList = InferOutput<typeof TokenList>
export type ListedNetwork = InferOutput<typeof ListedNetwork>
export type ListedToken = InferOutput<typeof ListedToken>
export type ListedCurrency = InferOutput<typeof ListedCurrency>
