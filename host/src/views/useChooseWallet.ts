import type { Connector } from '@portico/contracts'
import { useCommands } from '@portico/contracts/ui'
import { connect } from '../connections/connect.ts'
import { walletPicked } from '../connections/pairingSlice.ts'
import type { DirectoryWallet } from '../registry.ts'
import { useShellDispatch } from '../shellContext.ts'

/** The wallet of this browser that a wallet of the directory is, where it is installed. */
const isInstalledAs =
  (wallet: DirectoryWallet) =>
  ({ explorerId, rdns, type }: Connector): boolean =>
    (type === 'ANNOUNCED' || type === 'EXTERNAL') &&
    (explorerId === wallet.id || (rdns !== undefined && rdns === wallet.rdns))

/** What a press on a wallet of the directory does: it is asked where it is installed, else paired with (views.md §6.4). */
export function useChooseWallet(): (wallet: DirectoryWallet) => void {
  const dispatch = useShellDispatch()
  const { navigate } = useCommands()
  return (wallet) =>
    dispatch((_, getState) => {
      const installed = Object.values(getState().connections.connectors).flat().find(isInstalledAs(wallet))
      if (!installed) {
        dispatch(walletPicked(wallet.id))
        navigate('ConnectingWalletConnect', { walletId: wallet.id })
        return
      }
      const { namespace, id: connectorId } = installed
      const signal = navigate('ConnectingExternal', { namespace, connectorId })
      dispatch(connect({ namespace, connectorId }, { signal })).catch(() => {}) // the view that waits shows it
    })
}
