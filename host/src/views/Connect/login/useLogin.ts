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

/** The network that the page has to go to first, where the one that it is on is of a family without embedded wallets. */
function elsewhere(state: RootState): string | undefined {
  const hasAuth = (namespace: keyof typeof state.connections.connectors) =>
    state.connections.connectors[namespace]?.some(({ type }) => type === 'AUTH')
  if (hasAuth(selectActiveNamespace(state))) return undefined
  return selectNetworks(state).find(({ chainNamespace }) => hasAuth(chainNamespace))?.caipNetworkId
}

export interface Login {
  /** Somebody is signed in already. */
  readonly isTaken: boolean
  /** Somebody is about to sign in: code and frame are fetched. */
  prepare(): void
  /** False where another network has to be chosen first: its view is on the way then. */
  canStart(): boolean
}

/** What e-mail and social login have in common. */
export function useLogin(): Login {
  const dispatch = useShellDispatch()
  const { navigate } = useCommands()
  const isTaken = useShellSelector(hasWallet)
  const caipNetworkId = useShellSelector(elsewhere)
  return {
    isTaken,
    // What fails here is said when it is really needed.
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
