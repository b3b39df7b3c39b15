import {
  type Account,
  BALANCE_RETRY_MS,
  type CaipNetworkId,
  type Holding,
  ModalError,
  PORTFOLIO_LIFETIME_S,
} from '@portico/contracts'
import { decimalOf, decimalText, parseAmount } from '@portico/contracts/money'
import { Balances, balancePath, type TokenBalance } from '@portico/contracts/services/balances'
import { safeParse } from 'valibot'
import { createCache } from '../account/cache.ts'
import { loadCached } from '../account/loadCached.ts'
import type { Thunk } from '../connections/establish.ts'
import { selectOptions } from '../settingsSlice.ts'
import { askService } from './askService.ts'

export const holdingsCache = createCache<'holdings', readonly Holding[]>('holdings', { dependsOnTransactions: true })

const NETWORK_AND_ADDRESS = /^([^:]+:[^:]+):(.+)$/

/** Pictures come from the services' own origin: nobody else hears of this visit. */
const iconOf = (url: string, api: string) =>
  url && URL.canParse(url) && new URL(url).origin === new URL(api).origin ? url : undefined

/** §5: tokens without decimals are left out, and whatever cannot be read exactly. */
function toHolding({ name, symbol, chainId, address, price, quantity, iconUrl }: TokenBalance, api: string): Holding[] {
  const decimals = Number(quantity.decimals)
  const amount = parseAmount(quantity.numeric, decimals)
  if (decimals === 0 || decimals > 255 || typeof amount !== 'bigint') return []
  const exact = decimalOf(price)
  const plain = address && NETWORK_AND_ADDRESS.exec(address)?.[2]
  return [
    {
      caipNetworkId: chainId as CaipNetworkId,
      ...(plain && { address: plain }),
      name,
      symbol,
      decimals,
      amount: amount.toString(),
      ...(exact && exact.digits > 0n && { price: decimalText(exact) }),
      iconUrl: iconOf(iconUrl, api),
    },
  ]
}

/** §9: good for 30 s; §8: after a failure not asked for again before 30 s have passed. */
const load = loadCached<'holdings', readonly Holding[], { readonly account: Account }>({
  cache: holdingsCache,
  lifetimeMs: PORTFOLIO_LIFETIME_S * 1_000,
  retryMs: BALANCE_RETRY_MS,
  failure: 'balance.unavailable',
  async ask({ account: { address, caipAddress } }, { sdkVersion = '', life }, state) {
    const { projectId, endpoints } = selectOptions(state)
    const place = { api: endpoints.api, projectId, sdkVersion }
    const chainId = caipAddress.slice(0, -address.length - 1)
    const answer = await askService(place, { path: balancePath(address), query: { currency: 'usd', chainId } }, life)
    const read = safeParse(Balances, answer)
    if (!read.success) throw new ModalError('service.invalidAnswer', { details: { path: balancePath('…') } })
    return read.output.balances
      .filter((balance) => balance.chainId === chainId)
      .flatMap((balance) => toHolding(balance, endpoints.api))
  },
})

/** Never rejects: what has failed is in the state. `isForced`: the visitor has asked for it. */
export const loadHoldings =
  (account: Account, isForced = false): Thunk<void> =>
  async (dispatch) => {
    await dispatch(load({ account }, isForced))
  }
