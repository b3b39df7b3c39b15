import { selectActiveNamespace, selectNetworks } from '@portico/contracts'
import { useCommands } from '@portico/contracts/ui'
import { useEffect, useState } from 'react'
import { isSameConnector } from '../../../connections/connectionsSlice.ts'
import { AUTH_ID } from '../../../embeddedWallet/types.ts'
import { useShellDispatch, useShellSelector } from '../../../shellContext.ts'
import type { RootState } from '../../../store.ts'

const hasWallet = ({ connections }: RootState): boolean =>
  Object.values(connections.families).some((family) =>
    [family?.connection, ...(family?.others ?? [])].some((one) => one && isSameConnector(one.connectorId, AUTH_ID)),
  )

/** The network to switch to first, if the active network's family has no embedded wallets. */
function elsewhere(state: RootState): string | undefined {
  const hasAuth = (namespace: keyof typeof state.connections.connectors) =>
    state.connections.connectors[namespace]?.some(({ type }) => type === 'AUTH')
  if (hasAuth(selectActiveNamespace(state))) return undefined
  return selectNetworks(state).find(({ chainNamespace }) => hasAuth(chainNamespace))?.caipNetworkId
}

export interface Login {
  /** Whether a visitor is already signed in. */
  readonly isTaken: boolean
  /** Prefetches code and frame when the visitor is about to sign in. */
  prepare(): void
  /** False if another network must be chosen first; then the view for this opens. */
  canStart(): boolean
}

/** What email and social login have in common. */
export function useLogin(): Login {
  const dispatch = useShellDispatch()
  const { navigate } = useCommands()
  const isTaken = useShellSelector(hasWallet)
  const caipNetworkId = useShellSelector(elsewhere)
  return {
    isTaken,
    // Errors are reported when the visitor actually logs in.
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

/** views.md §6.3: preloads the frame in an installed web app. @returns whether the frame is loading */
export function usePreload(): boolean {
  const dispatch = useShellDispatch()
  const [isLoading, setLoading] = useState(() => matchMedia('(display-mode: standalone)').matches)
  useEffect(() => {
    if (!isLoading) return
    const done = () => setLoading(false)
    // If the code fails to load, there is nothing to wait for, and a click requests it again.
    void dispatch(async (_, __, { embeddedWallet }) => (await embeddedWallet?.client())?.preload()).then(done, done)
  }, [dispatch, isLoading])
  return isLoading
}
