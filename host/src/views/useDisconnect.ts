import { type Account, selectAccount } from '@portico/contracts'
import { useCommands, useMessages } from '@portico/contracts/ui'
import { disconnect } from '../connections/disconnect.ts'
import { isMultiWallet } from '../connections/situation.ts'
import { useShellDispatch, useShellSelector } from '../shellContext.ts'

/**
 * views.md §11.1: returns a function that disconnects. In multi-wallet mode, only this wallet is disconnected, and the
 * next one becomes active.
 */
export function useDisconnect(account: Account | undefined): () => void {
  const t = useMessages()
  const { replace, showSnack } = useCommands()
  const dispatch = useShellDispatch()
  const isMulti = useShellSelector(isMultiWallet)
  return () => {
    if (!account) return
    dispatch(disconnect(account.namespace, isMulti ? account.connectorId : undefined)).then(
      () =>
        dispatch((_, getState) => {
          // In multi-wallet mode the next wallet is now active, but the window was open for this one.
          if (!selectAccount(getState(), account.namespace)) return
          replace('ProfileWallets')
          showSnack({ variant: 'success', text: t('host.profile.disconnected') })
        }),
      () => showSnack({ variant: 'error', text: t('host.account.disconnectFailed') }),
    )
  }
}
