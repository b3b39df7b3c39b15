import {
  ACCOUNT_TYPES,
  type AccountType,
  type ChainNamespace,
  ModalError,
  selectActiveNetworkId,
  selectConnection,
} from '@portico/contracts'
import { AUTH_ID } from '../embeddedWallet/types.ts'
import { alertOnce } from '../feedbackSlice.ts'
import { withPreferredFirst } from './accountTypes.ts'
import { connectionChanged } from './connectionsSlice.ts'
import { rememberConnection } from './rememberConnection.ts'
import { isMultiWallet, type Thunk } from './situation.ts'

/**
 * Sets the account type that a family prefers, now and at later visits. If the wallet has such an account, the page
 * switches to it at once; an embedded wallet is asked to switch (secure-frame.md §12.3). A type that the family does
 * not have raises an alert.
 * @throws ModalError as a rejection: the embedded wallet's error
 */
export const setPreferredAccountType =
  (type: AccountType, namespace: ChainNamespace): Thunk<void> =>
  async (dispatch, getState, { storage, track, embeddedWallet }) => {
    const known: readonly string[] = ACCOUNT_TYPES[namespace] ?? []
    if (!known.includes(type)) {
      const reason = `accounts of ${namespace} are one of ${known.join(', ')}`
      dispatch(alertOnce(new ModalError('options.invalid', { details: { path: 'accountType', reason } }), 'warning'))
      return
    }
    storage.write('accountTypes', { ...storage.read('accountTypes'), [namespace]: type })
    track('SET_PREFERRED_ACCOUNT_TYPE', { accountType: type, network: selectActiveNetworkId(getState()) })
    const active = selectConnection(getState(), namespace)
    if (!active) return
    if (active.connectorId === AUTH_ID) {
      const id = Number(active.caipNetworkId.split(':')[1])
      const isPossible = type !== 'smartAccount' || getState().embeddedWallet?.smartAccountNetworks.includes(id)
      // Otherwise the type is kept until the page is on a network that has such accounts.
      if (isPossible) await (await embeddedWallet?.client())?.setAccountType(namespace, type)
      return
    }
    const { connectorId, accounts, ...rest } = withPreferredFirst(active, type)
    if (accounts === active.accounts) return
    dispatch(connectionChanged({ namespace, connectorId, accounts }))
    const withAccounts = isMultiWallet(getState())
    rememberConnection(storage, namespace, { ...rest, connectorId, accounts }, { keepsOthers: true, withAccounts })
  }
