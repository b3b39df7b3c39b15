import { type ChainNamespace, type Network, selectActiveNetwork, selectNetworks } from '@portico/contracts'
import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit'
import type { HostServices } from '../hostServices.ts'
import type { Storage } from '../storage.ts'
import type { RootState } from '../store.ts'

export type Thunk<T> = ThunkAction<Promise<T>, RootState, HostServices, UnknownAction>
export type PlainThunk<T> = ThunkAction<T, RootState, HostServices, UnknownAction>

/** A family's network: the preferred one, or else the active one, the last one chosen in the family, or its first. */
export function networkOf(
  state: RootState,
  storage: Storage,
  namespace: ChainNamespace,
  preferredId?: string,
): Network | undefined {
  const networks = selectNetworks(state).filter(({ chainNamespace }) => chainNamespace === namespace)
  const wanted = [preferredId, selectActiveNetwork(state)?.caipNetworkId, storage.read('networks')?.[namespace]]
  return wanted.map((id) => networks.find(({ caipNetworkId }) => caipNetworkId === id)).find(Boolean) ?? networks[0]
}

/** Whether a family can have several wallets, which the operator decides (rules.md §6). */
export const isMultiWallet = (state: RootState): boolean => state.project.features.multiWallet === true
