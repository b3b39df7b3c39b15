import { type ChainNamespace, selectNetworks } from '@portico/contracts'
import { liveConnections } from '../connections/liveConnections.ts'
import type { RootState, ShellStore } from '../store.ts'
import { optional, type PlugIn, type Queue, type Who } from './plugIn.ts'

/** One connection of one family. A wallet that pairs again keeps its connector id, but has another session. */
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

/** The accounts of ended connections, on every network. Addresses that another wallet still has are left out. */
function accountsGone(before: readonly Live[], now: readonly Live[], state: RootState): readonly Who[] {
  const ended = before.filter(({ id }) => !now.some((live) => live.id === id))
  return ended.flatMap(({ namespace, addresses }) => {
    const still = now.flatMap((live) => (live.namespace === namespace ? live.addresses : []))
    const networks = selectNetworks(state).filter(({ chainNamespace }) => chainNamespace === namespace)
    return addresses
      .filter((address) => !still.includes(address))
      .flatMap((address) => networks.map(({ caipNetworkId }) => ({ chainId: caipNetworkId, address })))
  })
}

interface SignOutSetup {
  readonly siwx: PlugIn
  readonly queue: Queue
  readonly store: Pick<ShellStore, 'getState'>
}

/** Ends the sessions of connections that ended since the last call (rules.md §4), or all if no connection is left. */
export function createSignOut({ siwx, queue, store }: SignOutSetup): () => void {
  let seen = store.getState().connections
  let live = liveIn(store.getState())
  const report = (error: unknown) => console.error('[portico]', error)

  function signOut(before: readonly Live[], state: RootState): void {
    if (before.length === 0 || optional(siwx, 'signOutOnDisconnect') === false) return
    if (live.length === 0) {
      queue.run(() => siwx.setSessions([])).catch(report)
      return
    }
    const gone = accountsGone(before, live, state)
    if (gone.length === 0) return
    const revoke = async ({ chainId, address }: Who) => siwx.revokeSession(chainId, address)
    queue.run(() => Promise.all(gone.map(revoke))).catch(report)
  }

  return () => {
    const state = store.getState()
    if (state.connections === seen) return
    seen = state.connections
    const before = live
    live = liveIn(state)
    signOut(before, state)
  }
}
