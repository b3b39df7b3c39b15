import {
  type Account,
  type ChainNamespace,
  formatUnits,
  ModalError,
  type Network,
  NO_BALANCE,
  selectAccount,
  selectConnection,
  selectNetwork,
} from '@portico/contracts'
import type { Thunk } from '../connections/situation.ts'
import type { PublicBalance, PublicIdentity } from '../site/publicApi.ts'
import type { RootState } from '../store.ts'
import { selectBalance } from './balanceSlice.ts'
import { selectIdentity } from './identitySlice.ts'
import { loadBalance } from './loadBalance.ts'
import { loadIdentity } from './loadIdentity.ts'

/** The active account of the given family, or else of the active family, and the account's network. */
function accountOn(state: RootState, namespace?: ChainNamespace): { account?: Account; network?: Network } {
  const account = selectAccount(state, namespace)
  const connection = account && selectConnection(state, account.namespace)
  const network = connection && selectNetwork(state, connection.caipNetworkId)
  return { ...(account && { account }), ...(network && { network }) }
}

/** The facts about an account that the page may read (public-api.md §7). */
export const fetchBalance =
  (namespace?: ChainNamespace): Thunk<PublicBalance | undefined> =>
  async (dispatch, getState) => {
    const { account, network } = accountOn(getState(), namespace)
    if (!account) return undefined
    const symbol = network?.nativeCurrency.symbol ?? ''
    if (!network || network.testnet) return { balance: NO_BALANCE, symbol }
    await dispatch(loadBalance(account, network))
    const { value, error } = selectBalance(getState(), account) ?? {}
    if (!value) throw new ModalError(error?.code ?? 'balance.unavailable')
    return { balance: formatUnits(value.value, value.decimals), symbol }
  }

export const fetchIdentity =
  (namespace?: ChainNamespace): Thunk<PublicIdentity> =>
  async (dispatch, getState) => {
    const { account, network } = accountOn(getState(), namespace)
    if (!account) return {}
    await dispatch(loadIdentity(account, network))
    return selectIdentity(getState(), account) ?? {}
  }
