import type { SerializedError } from '@portico/contracts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

/** An app that the visitor has opened by a link. */
export interface WalletLink {
  readonly name: string
  /** The app's scheme or page, without a pairing URI. */
  readonly base: string
}

/** The pairing that waits for a wallet, as views show it. */
export interface PairingState {
  /** `signingIn`: a wallet has agreed and signed, and the site has not accepted the signature yet. */
  readonly status: 'idle' | 'preparing' | 'ready' | 'signingIn' | 'failed'
  /** The number of this attempt: an attempt whose number differs is outdated. */
  readonly attempt: number
  /** The attempt with which the current, uninterrupted wait of a view began. */
  readonly since: number
  /** `wc:…`; present while `ready`. */
  readonly uri?: string
  /** Epoch milliseconds. */
  readonly expiresAt?: number
  /** Why there is no pairing, or why the last one ended without a connection. */
  readonly error?: SerializedError
  /** The directory wallet that the visitor has chosen, and the link by which they have opened it, if any. */
  readonly walletId?: string
  readonly linkedTo?: WalletLink
}

export const pairingSlice = createSlice({
  name: 'pairing',
  initialState: { status: 'idle', attempt: 0, since: 0 } as PairingState,
  reducers: {
    pairingPreparing: (state): PairingState => ({
      ...kept(state),
      status: 'preparing',
      attempt: state.attempt + 1,
      ...(state.status === 'idle' && { since: state.attempt + 1 }),
    }),
    pairingReady: (state, { payload }: PayloadAction<{ uri: string; expiresAt: number }>): PairingState => ({
      ...kept(state),
      status: 'ready',
      ...payload,
    }),
    pairingAgreed: (state): PairingState => ({ ...kept(state), status: 'signingIn' }),
    pairingFailed: (state, { payload }: PayloadAction<SerializedError>): PairingState => ({
      ...kept(state),
      status: 'failed',
      error: payload,
    }),
    pairingEnded: ({ attempt, since }): PairingState => ({ status: 'idle', attempt, since }),
    /** Undefined: any wallet, by scanning a QR code. */
    walletPicked: (state, { payload }: PayloadAction<string | undefined>): PairingState => {
      const { walletId: _, linkedTo: __, ...rest } = state
      return { ...rest, ...(payload !== undefined && { walletId: payload }) }
    },
    walletLinked: (state, { payload }: PayloadAction<WalletLink>): PairingState => ({
      ...state,
      linkedTo: payload,
    }),
  },
})

/** The part of the state that outlives a pairing, because a new pairing is for the same wallet. */
const kept = ({ attempt, since, walletId, linkedTo }: PairingState) => ({
  attempt,
  since,
  ...(walletId !== undefined && { walletId }),
  ...(linkedTo && { linkedTo }),
})

export const {
  pairingPreparing,
  pairingReady,
  pairingAgreed,
  pairingFailed,
  pairingEnded,
  walletPicked,
  walletLinked,
} = pairingSlice.actions

interface WithPairing {
  readonly pairing: PairingState
}
export const selectPairing = (state: WithPairing): PairingState => state.pairing
