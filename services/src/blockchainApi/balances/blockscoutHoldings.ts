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
import { type Address, getAddress, isAddress } from 'viem'
import { ServiceError } from '../../http/errors.ts'
import type { UpstreamList } from '../../jsonRpc/upstreamList.ts'
import { askFirst, askHttp } from '../askHttp.ts'
import type { Parts } from '../parts.ts'
import { someOf } from '../someOf.ts'
import type { Holding, ReadHoldings } from './holding.ts'
import { nativeCoin } from './nativeCoin.ts'
import { readAs } from './readAs.ts'

/** 2^256 has no more digits: a token with more says nothing that a wallet could show. */
const DECIMALS_MAX = 77

const Decimals = pipe(
  IntegerText,
  transform(Number),
  check((decimals) => decimals <= DECIMALS_MAX),
)

/** A decimal text, or nothing where the explorer knows none. */
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

const Amount = pipe(
  IntegerText,
  transform((value) => BigInt(value)),
)

/** `GET /addresses/{hash}`; without a balance for an address that the explorer has never met. */
const AddressDetails = object({ coin_balance: nullable(Amount), exchange_rate: Rate })

const TokenAddress = pipe(
  string(),
  check((text) => isAddress(text, { strict: false })),
)

/** One of `GET /addresses/{hash}/token-balances`. Collectibles have an id, or no decimals, and are left out with it. */
const TokenBalance = object({
  token: object({
    address_hash: optional(TokenAddress),
    /** Its name before version 7. */
    address: optional(TokenAddress),
    type: literal('ERC-20'),
    name: NameText,
    symbol: NameText,
    decimals: Decimals,
    exchange_rate: Rate,
    /** What the explorer calls `scam` or `spam` is left out. */
    reputation: nullish(literal('ok')),
  }),
  value: Amount,
})
/** What every row has, also of what is left out. */
const Row = object({ token: object({ type: string() }), value: string() })
const TokenBalances = someOf(TokenBalance, Row)

/** Blockscout says so of an address that it has never met. */
const UNKNOWN = 404

const withPrice = (holding: Holding, rate: number | null | undefined): Holding =>
  rate ? { ...holding, price: rate } : holding

/**
 * Asks an explorer that is compatible with Blockscout's REST API 2: it knows every token that an address owns.
 * https://docs.blockscout.com/api-reference/addresses/retrieve-detailed-information-about-a-specific-address-or-contract
 * https://docs.blockscout.com/api-reference/addresses/list-all-token-balances-held-by-a-specific-address
 * @param upstreams each URL up to and with `/api/v2`, its query with the key
 */
export function blockscoutHoldings(
  upstreams: UpstreamList,
  { tokens: directory }: Pick<Parts, 'tokens'>,
  waitMs?: number,
): ReadHoldings {
  return async (caipNetworkId, address, signal) => {
    const bases = upstreams.get(caipNetworkId)
    if (!bases) throw new ServiceError('chain.unsupported')

    const toHoldings = ({ token, value }: InferOutput<typeof TokenBalance>): Holding[] => {
      const found = token.address_hash ?? token.address
      if (!found || value === 0n) return []
      // What calls itself like a known token is not taken for it: the directory goes by address.
      const { name, symbol } = directory.find(caipNetworkId, found) ?? token
      const holding = { name, symbol, decimals: token.decimals, address: getAddress(found as Address), amount: value }
      return [withPrice(holding, token.exchange_rate)]
    }

    return askFirst(bases, async (base) => {
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
