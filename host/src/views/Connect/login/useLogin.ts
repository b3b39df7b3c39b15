import { selectActiveNamespace, selectNetworks } from '@portico/contracts'
import { useCommands } from '@portico/contracts/ui'
import { isSameConnector } from '../../../connections/connectionsSlice.ts'
import { AUTH_ID } from '../../../embeddedWallet/types.ts'
import { useShellDispatch, useShellSelector } from '../../../shellContext.ts'
import type { RootState } from '../../../store.ts'

const hasWallet = ({ connections }: RootState): boolean =>
  Object.values(connections.families).some((family) =>
    [family?.connection, ...(family?.others ?? [])].some((one) => one && isSameConnector(one.connectorId, AUTH_ID)),
  )

/** The network to switch to first, if the active one's family has no embedded wallets. */
function elsewhere(state: RootState): string | undefined {
  const hasAuth = (namespace: keyof typeof state.connections.connectors) =>
    state.connections.connectors[namespace]?.some(({ type }) => type === 'AUTH')
  if (hasAuth(selectActiveNamespace(state))) return undefined
  return selectNetworks(state).find(({ chainNamespace }) => hasAuth(chainNamespace))?.caipNetworkId
}

export interface Login {
  /** A visitor is signed in already. */
  readonly isTaken: boolean
  /** Prefetches code and frame when the visitor is about to sign in. */
  prepare(): void
  /** False if another network must be chosen first; it opens that view. */
  canStart(): boolean
}

/** What email and social login share. */
export function useLogin(): Login {
  const dispatch = useShellDispatch()
  const { navigate } = useCommands()
  const isTaken = useShellSelector(hasWallet)
  const caipNetworkId = useShellSelector(elsewhere)
  return {
    isTaken,
    // Errors are reported at the actual login.
    prepare: () =>
      dispatch(
        (_, __, { embeddedWallet }) =>
          void embeddedWallet?.client().then(
            (client) => client.prepare(),
            () => {},
          ),
      ),
    canStart() {
      if (caipNetworkId === undefined) return true
      navigate('SwitchNetwork', { caipNetworkId })
      return false
    },
  }
}
