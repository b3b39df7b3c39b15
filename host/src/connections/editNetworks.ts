import { type ChainNamespace, ModalError, selectActiveNetworkId, selectNetworks } from '@portico/contracts'
import { parseNetwork } from '../options/readOptions.ts'
import { selectOptions } from '../settingsSlice.ts'
import { adapterOf } from './adapterOf.ts'
import { networkAdded, networkRemoved } from './networksSlice.ts'
import type { Thunk } from './situation.ts'
import { switchNetwork } from './switchNetwork.ts'

/**
 * Adds a network for the site, until the modal is disposed of; an existing one stays unchanged (public-api.md §6.2).
 * @throws ModalError `adapter.missing`, `options.invalid`
 */
export const addNetwork =
  (namespace: ChainNamespace, given: unknown): Thunk<void> =>
  async (dispatch, getState, services) => {
    adapterOf(services, namespace)
    const { network, problems } = parseNetwork('network', given, selectOptions(getState()))
    const [problem] = problems
    if (problem || !network) throw problem ?? new ModalError('options.invalid', { details: { path: 'network' } })
    if (network.chainNamespace !== namespace) {
      const details = { path: 'network', reason: `${network.caipNetworkId} is not of the family ${namespace}` }
      throw new ModalError('options.invalid', { details })
    }
    const isKnown = selectNetworks(getState()).some(({ caipNetworkId }) => caipNetworkId === network.caipNetworkId)
    if (!isKnown) dispatch(networkAdded(network))
  }

/**
 * Removes a network for the site. If the page is on it, the page moves to the family's first remaining network; a
 * wallet that does not follow is then on a network that the page does not support.
 * @throws ModalError `adapter.missing`
 */
export const removeNetwork =
  (namespace: ChainNamespace, id: unknown): Thunk<void> =>
  async (dispatch, getState, services) => {
    adapterOf(services, namespace)
    const isMeant = (network: { id: unknown; caipNetworkId: string }) =>
      String(network.id) === String(id) || network.caipNetworkId === id
    const ofFamily = selectNetworks(getState()).filter(({ chainNamespace }) => chainNamespace === namespace)
    const removed = ofFamily.find(isMeant)
    if (!removed) return
    dispatch(networkRemoved(removed.caipNetworkId))
    const next = ofFamily.find((network) => network !== removed)
    if (selectActiveNetworkId(getState()) !== removed.caipNetworkId || !next) return
    await dispatch(switchNetwork(next.caipNetworkId)).catch(() => {}) // after a failure, the visitor is asked to switch
  }
