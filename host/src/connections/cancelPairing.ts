import { pairingEnded } from './pairingSlice.ts'
import type { PlainThunk } from './situation.ts'

/** Cancels the pairing when the visitor has closed the window or navigated away. */
export const cancelPairing =
  (): PlainThunk<void> =>
  (dispatch, getState, { pairing }) => {
    if (getState().pairing.status === 'idle') return
    dispatch(pairingEnded())
    pairing?.cancel()
  }
