import { fallback, type InferOutput, literal, number, object, optional, pipe, regex, string, transform } from 'valibot'
import { listOf } from './listOf.ts'
import { CaipAddressText, CaipNetworkIdText, DecimalText, NameText } from './wireText.ts'

/** services.md §7.5: `GET /v1/account/{address}/balance`. Cacheable for 30 seconds. */
export const balancePath = (address: string) => `/v1/account/${encodeURIComponent(address)}/balance`

const TokenAddresses = pipe(
  string(),
  transform((text) => text.split(',').filter((address) => address !== '')),
)

export const BalanceQuery = object({
  currency: optional(literal('usd', 'must be usd'), 'usd'),
  /** When absent, all chains that the service knows. */
  chainId: optional(CaipNetworkIdText),
  /** Comma-separated CAIP-10 addresses of tokens that bypass the cache. `<network>:native` is the network's coin. */
  forceUpdate: optional(TokenAddresses),
})

export const TokenBalance = object({
  name: NameText,
  symbol: NameText,
  chainId: CaipNetworkIdText,
  /** Absent for the network's coin. */
  address: fallback(optional(CaipAddressText), undefined),
  /** The value in the requested currency. */
  value: fallback(optional(number()), undefined),
  /** The price of one token; 0 when unknown. */
  price: number(),
  quantity: object({ decimals: pipe(string(), regex(/^\d{1,3}$/)), numeric: DecimalText }),
  iconUrl: fallback(string(), ''),
})

export const Balances = object({ balances: listOf(TokenBalance) })

export type BalanceQuery = InferOutput<typeof BalanceQuery>
export type TokenBalance = InferOutput<typeof TokenBalance>
export type Balances = InferOutput<typeof Balances>
