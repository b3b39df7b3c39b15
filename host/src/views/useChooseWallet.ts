import type { WalletPlace } from '@portico/contracts'
import { useCommands } from '@portico/contracts/ui'
import { connect } from '../connections/connectionCode.ts'
import { findLive } from '../connections/liveConnections.ts'
import { walletPicked } from '../connections/pairingSlice.ts'
import { isMultiWallet } from '../connections/situation.ts'
import { type Connectors, groupConnectors, isKnownAs } from '../directory/connectItems.ts'
import type { DirectoryWallet } from '../directory/walletDirectory.ts'
import { useShellDispatch } from '../shellContext.ts'

export type { WalletPlace as Place } from '@portico/contracts'

/** Returns what a click on an installed wallet does: it connects, or asks for a family. `isTold`: already tracked. */
export function useChooseConnectors(isTold = false): (members: Connectors, place?: WalletPlace) => void {
  const dispatch = useShellDispatch()
  const { navigate } = useCommands()
  return (members, place) => {
    const [{ namespace, id: connectorId, name }, ...more] = members
    if (more.length) {
      navigate('ConnectingMultiChain', {
        members: members.map((member) => ({ namespace: member.namespace, connectorId: member.id })),
        ...(place && { place }),
      })
      return
    }
    if (!isTold) dispatch((_, __, { track }) => track('SELECT_WALLET', { name, platform: 'browser', ...place }))
    // Both calls are synchronous, so that the wallet can open a popup.
    const signal = navigate('ConnectingExternal', { namespace, connectorId, ...(place && { place }) })
    // In multi-wallet mode, a wallet that is connected is not asked again: the view explains how to use another
    // account.
    const isLinked = dispatch(
      (_, getState) => isMultiWallet(getState()) && findLive(getState(), namespace, connectorId) !== undefined,
    )
    if (isLinked) return
    dispatch(connect({ namespace, connectorId }, { signal })).catch(() => {}) // the waiting view shows the error
  }
}

/** Returns what a click on a directory wallet does: it connects if installed, and otherwise pairs (views.md §6.4). */
export function useChooseWallet(isTold?: boolean): (wallet: DirectoryWallet, place?: WalletPlace) => void {
  const dispatch = useShellDispatch()
  const { navigate } = useCommands()
  const choose = useChooseConnectors(isTold)
  return (wallet, seen) =>
    dispatch((_, getState) => {
      const here = Object.values(getState().connections.connectors)
        .flatMap((found) => found ?? [])
        .filter(({ type }) => type === 'ANNOUNCED' || type === 'EXTERNAL')
      const installed = groupConnectors(here).find((members) => members.some((one) => isKnownAs(one, wallet)))
      const place = seen && { ...seen, ...(wallet.order !== undefined && { walletRank: wallet.order }) }
      if (installed) return choose(installed, place)
      dispatch(walletPicked(wallet.id))
      navigate('ConnectingWalletConnect', { walletId: wallet.id, ...(place && { place }) })
    })
}
