import { TOKEN_PRICE_LIFETIME_S } from '@portico/contracts'
import { minValue, number, object, parse, pipe, record, string, unknown } from 'valibot'
import { matching } from '../../json.ts'
import type { Log } from '../../log.ts'
import { askJson } from '../askJson.ts'
import { isEvm } from '../asset.ts'
import { coinGeckoIds } from './coinGeckoIds.ts'
import type { PriceUpstream, RequestedAsset } from './createPriceSource.ts'
import type { CoinGeckoOptions } from './environment.ts'

const PLANS = {
  demo: { url: 'https://api.coingecko.com/api/v3', header: 'x-cg-demo-api-key' },
  pro: { url: 'https://pro-api.coingecko.com/api/v3', header: 'x-cg-pro-api-key' },
} as const

/** CoinGecko allows 515 ids per request; 100 make a URL of 5 kB. */
const IDS_MAX = 100
const REMEMBERED_MAX = 10_000

const Answer = record(string(), unknown())
const Priced = object({ usd: pipe(number(), minValue(0)) })

/** The assets of one request: coins, or the tokens of one platform. */
interface Batch {
  readonly path: string
  readonly parameter: 'ids' | 'contract_addresses'
  /** For each CoinGecko id, the requested addresses. */
  readonly ids: Map<string, string[]>
}

function batchesOf(requested: readonly RequestedAsset[]): readonly Batch[] {
  const batches = new Map<string, Batch>()
  for (const { caipAddress, asset } of requested) {
    const known = coinGeckoIds.get(asset.caipNetworkId)
    const isCoin = asset.address === undefined
    const id = isCoin ? known?.coin : isEvm(asset.caipNetworkId) ? asset.address.toLowerCase() : asset.address
    const path = isCoin ? '/simple/price' : known?.platform && `/simple/token_price/${known.platform}`
    if (!path || !id) continue
    const batch = batches.get(path) ?? { path, parameter: isCoin ? 'ids' : 'contract_addresses', ids: new Map() }
    batch.ids.set(id, [...(batch.ids.get(id) ?? []), caipAddress])
    batches.set(path, batch)
  }
  return [...batches.values()].flatMap(({ ids, ...batch }) => {
    const entries = [...ids]
    const count = Math.ceil(entries.length / IDS_MAX)
    return Array.from({ length: count }, (_, index) => ({
      ...batch,
      ids: new Map(entries.slice(index * IDS_MAX, (index + 1) * IDS_MAX)),
    }))
  })
}

/**
 * The prices of https://docs.coingecko.com/reference/simple-price and /simple-token-price, which are averages of many
 * exchanges and some seconds old.
 * @param now milliseconds of a monotonic clock
 */
export function createCoinGecko(
  { plan, key, url = new URL(PLANS[plan].url) }: CoinGeckoOptions,
  log: Log,
  { waitMs, now = () => performance.now() }: { readonly waitMs?: number; readonly now?: () => number } = {},
): PriceUpstream {
  const remembered = new Map<string, { readonly price?: number; readonly until: number }>()

  async function ask({ path, parameter, ids }: Batch, signal?: AbortSignal): Promise<void> {
    const query = new URLSearchParams({ [parameter]: [...ids.keys()].join(), vs_currencies: 'usd', precision: 'full' })
    const address = new URL(`${url.href.replace(/\/$/, '')}${path}?${query}`)
    const { status, body } = await askJson(address, { headers: { [PLANS[plan].header]: key }, signal, waitMs })
    if (status !== 200) throw new Error(`CoinGecko answers ${status}`)
    const answer = parse(Answer, body)
    const until = now() + TOKEN_PRICE_LIFETIME_S * 1_000
    for (const [id, caipAddresses] of ids) {
      const price = matching(Priced, answer[id])?.usd
      for (const caipAddress of caipAddresses) remembered.set(caipAddress, { price, until })
    }
  }

  return {
    async prices(requested, signal) {
      if (remembered.size > REMEMBERED_MAX) remembered.clear()
      const isOld = ({ caipAddress }: RequestedAsset) => (remembered.get(caipAddress)?.until ?? 0) <= now()
      const outcomes = await Promise.allSettled(batchesOf(requested.filter(isOld)).map((batch) => ask(batch, signal)))
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') log.warn('no prices of CoinGecko', { error: outcome.reason })
      }
      const prices = requested.map(({ caipAddress }) => [caipAddress, remembered.get(caipAddress)] as const)
      return new Map(
        prices.flatMap(([caipAddress, known]) =>
          known?.price === undefined || known.until <= now() ? [] : [[caipAddress, known.price] as const],
        ),
      )
    },
  }
}
