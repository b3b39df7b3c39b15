import { pairingEnded } from './pairingSlice.ts'
import type { PlainThunk } from './situation.ts'

/** The visitor has closed the window, or gone another way: nobody waits for the wallet any more. */
export const cancelPairing =
  (): PlainThunk<void> =>
  (dispatch, getState, { pairing }) => {
    if (getState().pairing.status === 'idle') return
    dispatch(pairingEnded())
    pairing?.cancel()
  }
