import type { EmbeddedWalletState } from '@portico/contracts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

const SIGNED_OUT: EmbeddedWalletState = { smartAccountNetworks: [] }

/** The only writer of the state about the signed-in visitor. Loaded with the chunk. */
export const embeddedWalletSlice = createSlice({
  name: 'embeddedWallet',
  initialState: SIGNED_OUT,
  reducers: {
    /** The visitor has signed in, or more has become known about them. */
    signedIn: (state, { payload }: PayloadAction<Partial<EmbeddedWalletState>>): EmbeddedWalletState => ({
      ...state,
      ...payload,
    }),
    /** Keeps only `smartAccountNetworks`, which do not depend on the visitor. */
    signedOut: ({ smartAccountNetworks }): EmbeddedWalletState => ({ smartAccountNetworks }),
  },
})

export const { signedIn, signedOut } = embeddedWalletSlice.actions
