import {
  type Account,
  BALANCE_RETRY_MS,
  type Balance,
  ModalError,
  NATIVE_BALANCE_LIFETIME_S,
  type Network,
} from '@portico/contracts'
import { integer, maxValue, minValue, number, object, pipe, regex, safeParse, string } from 'valibot'
import { adapterOf } from '../connections/adapterOf.ts'
import type { Thunk } from '../connections/situation.ts'
import { balanceCache } from './balanceSlice.ts'
import { loadCached } from './loadCached.ts'

/** A balance as an adapter returns it: checked, because the adapter may be the site's own. */
const Answer = object({
  value: pipe(string(), regex(/^\d{1,80}$/)),
  decimals: pipe(number(), integer(), minValue(0), maxValue(255)),
  symbol: string(),
})

/** rules.md §9: fresh for 30 s; rules.md §8: no automatic retry for 30 s after a failure. */
const load = loadCached<'balance', Balance, { readonly account: Account; readonly network: Network }>({
  cache: balanceCache,
  lifetimeMs: NATIVE_BALANCE_LIFETIME_S * 1_000,
  retryMs: BALANCE_RETRY_MS,
  failure: 'balance.unavailable',
  async ask({ account, network }, services) {
    const balance = await adapterOf(services, account.namespace).getBalance(account.address, network)
    const answer = safeParse(Answer, balance)
    if (!answer.success) throw new ModalError('service.invalidAnswer', { details: { network: network.caipNetworkId } })
    return answer.output
  },
})

/**
 * Reads the native balance, unless the last response or failure is too recent (rules.md §9 and §8); never on a test
 * network (rules.md §5).
 * @param isForced the visitor has asked for the balance: it is read however recent the last response or failure is
 */
export const loadBalance =
  (account: Account, network: Network, isForced = false): Thunk<void> =>
  async (dispatch) => {
    if (!network.testnet) await dispatch(load({ account, network }, isForced))
  }
