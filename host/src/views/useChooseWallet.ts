import type { ViewName } from '@portico/contracts'
import { useCommands } from '@portico/contracts/ui'
import { connect } from '../connections/connect.ts'
import { walletPicked } from '../connections/pairingSlice.ts'
import { type Connectors, groupConnectors, isKnownAs } from '../directory/connectItems.ts'
import type { DirectoryWallet } from '../registry.ts'
import { useShellDispatch } from '../shellContext.ts'

/** Where the visitor has seen what they choose (public-api.md §10, `SELECT_WALLET`). */
export interface Place {
  readonly view: ViewName
  readonly displayIndex: number
}

/** What a press on a wallet of this browser does: it is asked, or its family is chosen where it serves several. */
export function useChooseConnectors(): (members: Connectors, place?: Place, walletRank?: number) => void {
  const dispatch = useShellDispatch()
  const { navigate } = useCommands()
  return (members, place, walletRank) => {
    const [{ namespace, id: connectorId, name }, ...more] = members
    if (more.length) {
      navigate('ConnectingMultiChain', {
        members: members.map((member) => ({ namespace: member.namespace, connectorId: member.id })),
      })
      return
    }
    dispatch((_, __, { track }) => track('SELECT_WALLET', { name, platform: 'browser', walletRank, ...place }))
    // Both in the press itself, so that a wallet may open its window.
    const signal = navigate('ConnectingExternal', { namespace, connectorId })
    dispatch(connect({ namespace, connectorId }, { signal })).catch(() => {}) // the view that waits shows it
  }
}

/** What a press on a wallet of the directory does: it is asked where it is installed, else paired with (views.md §6.4). */
export function useChooseWallet(): (wallet: DirectoryWallet, place?: Place) => void {
  const dispatch = useShellDispatch()
  const { navigate } = useCommands()
  const choose = useChooseConnectors()
  return (wallet, place) =>
    dispatch((_, getState) => {
      const here = Object.values(getState().connections.connectors)
        .flatMap((found) => found ?? [])
        .filter(({ type }) => type === 'ANNOUNCED' || type === 'EXTERNAL')
      const installed = groupConnectors(here).find((members) => members.some((one) => isKnownAs(one, wallet)))
      if (installed) return choose(installed, place, wallet.order)
      dispatch(walletPicked(wallet.id))
      navigate('ConnectingWalletConnect', { walletId: wallet.id })
    })
}
