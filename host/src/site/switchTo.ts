import { ModalError, type Network, selectNetworks, serializeError } from '@portico/contracts'
import type { Thunk } from '../connections/situation.ts'
import { switchNetwork } from '../connections/switchNetwork.ts'
import { alertOnce, snackShown } from '../feedbackSlice.ts'
import { selectIsShown } from '../router/selectIsShown.ts'
import type { RootState } from '../store.ts'
import { textOf } from '../texts/textOf.ts'

/** Accepts one of the networks in the options, or its id. */
const idOf = (network: unknown): unknown =>
  typeof network === 'object' && network !== null ? (network as { id?: unknown }).id : network

function findNetwork(state: RootState, wanted: unknown): Network | undefined {
  const id = idOf(wanted)
  return selectNetworks(state).find((network) => network.id === id || network.caipNetworkId === id)
}

/**
 * Switches the page's network at the site's request. If this fails while the modal is visible, the visitor sees why.
 * @throws ModalError only with `throwOnFailure`: `network.notFound`, and errors of the wallet's answer
 */
export const switchTo =
  (wanted: unknown, throwOnFailure: boolean): Thunk<void> =>
  async (dispatch, getState) => {
    const network = findNetwork(getState(), wanted)
    if (!network) {
      const error = new ModalError('network.notFound', { details: { network: textOf(idOf(wanted)) } })
      dispatch(alertOnce(error))
      if (throwOnFailure) throw error
      return
    }
    try {
      await dispatch(switchNetwork(network.caipNetworkId))
    } catch (error) {
      const { code, message: text } = serializeError(error, 'connection.requestFailed')
      // Without a visible modal, the message would appear at the next opening; and a visitor who has navigated away
      // needs none.
      if (selectIsShown(getState()) && code !== 'connection.modalClosed')
        dispatch(snackShown({ variant: 'error', text }))
      if (throwOnFailure) throw error
    }
  }
