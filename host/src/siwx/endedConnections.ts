import { type ChainNamespace, selectNetworks } from '@portico/contracts'
import { liveConnections } from '../connections/liveConnections.ts'
import type { RootState } from '../store.ts'
import type { Who } from './plugIn.ts'

/** One connection of one family. A wallet that pairs again keeps its connector id and has another session. */
interface Live {
  readonly namespace: ChainNamespace
  readonly id: string
  readonly addresses: readonly string[]
}

export const liveIn = (state: RootState): readonly Live[] =>
  (Object.keys(state.connections.families) as ChainNamespace[]).flatMap((namespace) =>
    liveConnections(state, namespace).map(({ connectorId, session, accounts }) => ({
      namespace,
      id: `${namespace} ${connectorId.toLowerCase()} ${session ?? ''}`,
      addresses: accounts.map(({ address }) => address),
    })),
  )

/** The accounts of ended connections, on every network, except addresses that another wallet still has. */
export function accountsGone(before: readonly Live[], now: readonly Live[], state: RootState): readonly Who[] {
  const ended = before.filter(({ id }) => !now.some((live) => live.id === id))
  return ended.flatMap(({ namespace, addresses }) => {
    const still = now.flatMap((live) => (live.namespace === namespace ? live.addresses : []))
    const networks = selectNetworks(state).filter(({ chainNamespace }) => chainNamespace === namespace)
    return addresses
      .filter((address) => !still.includes(address))
      .flatMap((address) => networks.map(({ caipNetworkId }) => ({ chainId: caipNetworkId, address })))
  })
}
