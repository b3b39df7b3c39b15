import { type InferOutput, minValue, number, object, pipe, safeInteger, transform } from 'valibot'
import { ServiceError } from '../../http/errors.ts'
import type { UpstreamList } from '../../jsonRpc/upstreamList.ts'
import { readAs } from '../answers.ts'
import { askFirst, askHttp } from '../askHttp.ts'
import type { ReadHoldings } from './holding.ts'
import { nativeCoin } from './nativeCoin.ts'

/** An amount in satoshi as a JSON number, which is exact for the whole supply. */
export const Satoshi = pipe(
  number(),
  safeInteger(),
  minValue(0),
  transform((value) => BigInt(value)),
)
const Stats = object({ funded_txo_sum: Satoshi, spent_txo_sum: Satoshi })

const balanceOf = (stats: InferOutput<typeof Stats>) => stats.funded_txo_sum - stats.spent_txo_sum

/** https://github.com/Blockstream/esplora/blob/master/API.md#get-addressaddress */
const AddressStats = object({ chain_stats: Stats, mempool_stats: Stats })

/** Esplora's status for an address that does not belong to its network. */
export const MALFORMED_ADDRESS = 400

/** Includes unconfirmed transactions, as the modal does when it queries an Esplora itself. */
export const esploraHoldings =
  (upstreams: UpstreamList, waitMs?: number): ReadHoldings =>
  async (caipNetworkId, address, signal) => {
    const { status, total } = await askFirst(upstreams, caipNetworkId, async (base) => {
      const answer = await askHttp(base, `/address/${address}`, { expected: [MALFORMED_ADDRESS], waitMs, signal })
      if (answer.status === MALFORMED_ADDRESS) return { status: MALFORMED_ADDRESS, total: 0n }
      const { chain_stats, mempool_stats } = readAs(AddressStats, answer.body)
      const sum = balanceOf(chain_stats) + balanceOf(mempool_stats)
      if (sum < 0n) throw new ServiceError('upstream.unavailable')
      return { status: 200, total: sum }
    })
    if (status === MALFORMED_ADDRESS) throw new ServiceError('address.malformed')
    return [{ ...nativeCoin(caipNetworkId), amount: total }]
  }
