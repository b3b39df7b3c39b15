import {
  type Account,
  BALANCE_RETRY_MS,
  type CaipNetworkId,
  type Holding,
  isModalError,
  ModalError,
  PORTFOLIO_LIFETIME_S,
} from '@portico/contracts'
import { decimalOf, decimalText, parseAmount } from '@portico/contracts/money'
import { Balances, balancePath, type TokenBalance } from '@portico/contracts/services/balances'
import { safeParse } from 'valibot'
import { type CacheState, createCache } from '../account/cache.ts'
import { loadCached } from '../account/loadCached.ts'
import type { Thunk } from '../connections/situation.ts'
import { selectOptions } from '../settingsSlice.ts'
import { askService } from './askService.ts'

export const holdingsCache = createCache<'holdings', readonly Holding[]>('holdings', { dependsOnTransactions: true })

interface HoldingsState {
  readonly holdings: CacheState<readonly Holding[]>
}

const NETWORK_AND_ADDRESS = /^([^:]+:[^:]+):(.+)$/

/** Pictures are loaded only from the services' own origin, so that no third party learns of this visit. */
const iconOf = (url: string, api: string) =>
  url && URL.canParse(url) && new URL(url).origin === new URL(api).origin ? url : undefined

/** rules.md §5: tokens without decimals, and amounts that cannot be read exactly, are left out. */
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

/** services.md §7.5: the service does not know the network, or currently has no source for it. */
const UNSERVED: readonly unknown[] = [400, 503]

/** rules.md §8: the balance is then unavailable, and only the visitor can retry. */
function unlessUnserved(error: unknown): never {
  const isUnserved = isModalError(error) && error.code === 'service.status' && UNSERVED.includes(error.details.status)
  throw isUnserved ? new ModalError('balance.unavailable', { cause: error }) : error
}

/** The value of `forceUpdate`: the coin (`native`, as in `WalletSend`) and the known tokens, in CAIP-10. */
const tokensOf = (chainId: string, holdings: readonly Holding[]) =>
  ['native', ...holdings.flatMap(({ address }) => address ?? [])].map((token) => `${chainId}:${token}`).join(',')

interface Request {
  readonly account: Account
  readonly isForced: boolean
}

/** rules.md §9: fresh for 30 s; rules.md §8: no automatic retry for 30 s after a failure. */
const load = loadCached<'holdings', readonly Holding[], Request>({
  cache: holdingsCache,
  lifetimeMs: PORTFOLIO_LIFETIME_S * 1_000,
  retryMs: BALANCE_RETRY_MS,
  failure: 'balance.unavailable',
  async ask({ account, isForced }, { sdkVersion = '', life }, state) {
    const { address, caipAddress } = account
    const { projectId, endpoints } = selectOptions(state)
    const place = { api: endpoints.api, projectId, sdkVersion }
    const chainId = caipAddress.slice(0, -address.length - 1)
    const known = holdingsCache.select(state as unknown as HoldingsState, account)
    // The service has a cache too: after a transaction its last response is as outdated as ours.
    const isOutdated = isForced || known?.at === undefined
    const query = {
      currency: 'usd',
      chainId,
      ...(isOutdated && known?.value && { forceUpdate: tokensOf(chainId, known.value) }),
    }
    const answer = await askService(place, { path: balancePath(address), query }, life).catch(unlessUnserved)
    const read = safeParse(Balances, answer)
    if (!read.success) throw new ModalError('service.invalidAnswer', { details: { path: balancePath('…') } })
    return read.output.balances
      .filter((balance) => balance.chainId === chainId)
      .flatMap((balance) => toHolding(balance, endpoints.api))
  },
})

/** Never rejects: failures are recorded in the state. `isForced`: the visitor has asked for a reload. */
export const loadHoldings =
  (account: Account, isForced = false): Thunk<void> =>
  async (dispatch) => {
    await dispatch(load({ account, isForced }, isForced))
  }
