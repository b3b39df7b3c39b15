import { IntegerText, NameText } from '@portico/contracts/services/wireText'
import {
  check,
  fallback,
  type InferOutput,
  literal,
  nullable,
  nullish,
  object,
  optional,
  pipe,
  string,
  transform,
} from 'valibot'
import type { UpstreamList } from '../../jsonRpc/upstreamList.ts'
import { Amount, EvmAddress, readAs, someOf } from '../answers.ts'
import { askFirst, askHttp } from '../askHttp.ts'
import type { Parts } from '../parts.ts'
import type { Holding, ReadHoldings } from './holding.ts'
import { nativeCoin } from './nativeCoin.ts'

/** The maximum number of decimal places: 10^77 is the largest power of ten below 2^256. Wallets could not show more. */
const DECIMALS_MAX = 77

const Decimals = pipe(
  IntegerText,
  transform(Number),
  check((decimals) => decimals <= DECIMALS_MAX),
)

/** A price as decimal text; absent if the explorer does not know it. */
const Rate = fallback(
  nullish(
    pipe(
      string(),
      transform(Number),
      check((rate) => Number.isFinite(rate) && rate > 0),
    ),
  ),
  null,
)

/** The response of `GET /addresses/{hash}`. The balance is `null` for an address unknown to the explorer. */
const AddressDetails = object({ coin_balance: nullable(Amount), exchange_rate: Rate })

/** An entry of `GET /addresses/{hash}/token-balances`. Collectibles, which have an id or no decimals, are left out. */
const TokenBalance = object({
  token: object({
    address_hash: optional(EvmAddress),
    /** The name of `address_hash` before version 7. */
    address: optional(EvmAddress),
    type: literal('ERC-20'),
    name: NameText,
    symbol: NameText,
    decimals: Decimals,
    exchange_rate: Rate,
    /** Tokens marked `scam` or `spam` are left out. */
    reputation: nullish(literal('ok')),
  }),
  value: Amount,
})
/** The fields that all rows have, including those left out. */
const Row = object({ token: object({ type: string() }), value: string() })
const TokenBalances = someOf(TokenBalance, Row)

/** Blockscout's status for an address that it has never seen. */
const UNKNOWN = 404

const withPrice = (holding: Holding, rate: number | null | undefined): Holding =>
  rate ? { ...holding, price: rate } : holding

/**
 * Queries an explorer compatible with Blockscout's REST API 2, which knows every token of an address.
 * https://docs.blockscout.com/api-reference/addresses/retrieve-detailed-information-about-a-specific-address-or-contract
 * https://docs.blockscout.com/api-reference/addresses/list-all-token-balances-held-by-a-specific-address
 * @param upstreams the URLs, including `/api/v2` and the query with the key
 */
export function blockscoutHoldings(
  upstreams: UpstreamList,
  { tokens: directory }: Pick<Parts, 'tokens'>,
  waitMs?: number,
): ReadHoldings {
  return async (caipNetworkId, address, signal) => {
    const toHoldings = ({ token, value }: InferOutput<typeof TokenBalance>): Holding[] => {
      const found = token.address_hash ?? token.address
      if (!found || value === 0n) return []
      // Looks up the name by address, so that a token cannot pass for a known one by using the same name.
      const { name, symbol } = directory.find(caipNetworkId, found) ?? token
      const holding = { name, symbol, decimals: token.decimals, address: found, amount: value }
      return [withPrice(holding, token.exchange_rate)]
    }

    return askFirst(upstreams, caipNetworkId, async (base) => {
      const ask = (path: string) =>
        askHttp(base, `/addresses/${address}${path}`, { expected: [UNKNOWN], waitMs, signal })
      const [details, balances] = await Promise.all([ask(''), ask('/token-balances')])
      const known = details.status === UNKNOWN ? undefined : readAs(AddressDetails, details.body)
      const coin = { ...nativeCoin(caipNetworkId), amount: known?.coin_balance ?? 0n }
      const owned = balances.status === UNKNOWN ? [] : readAs(TokenBalances, balances.body)
      return [withPrice(coin, known?.exchange_rate), ...owned.flatMap(toHoldings)]
    })
  }
}
