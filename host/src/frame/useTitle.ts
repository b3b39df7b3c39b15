import { selectNetwork } from '@portico/contracts'
import { useMessages } from '@portico/contracts/ui'
import { selectWallet } from '../directory/directorySlice.ts'
import { selectCurrentEntry } from '../router/routerSlice.ts'
import { useShell, useShellSelector } from '../shellContext.ts'
import type { RootState } from '../store.ts'

/** Whether email login to the embedded wallet is the only way to connect. */
function isEmailOnly({ connections, project }: RootState): boolean {
  const all = Object.values(connections.connectors).flat()
  return project.features.email && all.length > 0 && all.every(({ type }) => type === 'AUTH')
}

/** The current view's title. If the view is about a wallet or network, the title contains its name (views.md §4.1). */
export function useTitle(): string {
  const t = useMessages()
  const { views } = useShell()
  const entry = useShellSelector(selectCurrentEntry)
  const name = useShellSelector((state) => {
    const params = (entry.params ?? {}) as {
      connectorId?: string
      namespace?: 'eip155'
      caipNetworkId?: `eip155:${string}`
      walletId?: string
    }
    if (entry.view === 'ConnectingWalletConnect') return selectWallet(state, params.walletId)?.name
    if (entry.view === 'ConnectingExternal' && params.namespace) {
      return state.connections.connectors[params.namespace]?.find(({ id }) => id === params.connectorId)?.name
    }
    return entry.view === 'SwitchNetwork' && params.caipNetworkId
      ? selectNetwork(state, params.caipNetworkId)?.name
      : undefined
  })
  const isEmail = useShellSelector(isEmailOnly) && entry.view === 'Connect'
  const title = isEmail ? 'host.title.connectEmail' : views.find(entry.view)?.title
  return name ?? (title ? t(title) : '')
}
