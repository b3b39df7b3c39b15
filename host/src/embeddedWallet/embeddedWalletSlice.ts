import type { EmbeddedWalletState } from '@portico/contracts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

const NOBODY: EmbeddedWalletState = { smartAccountNetworks: [] }

/** The only writer of what is known of whoever is signed in. It comes with the chunk. */
export const embeddedWalletSlice = createSlice({
  name: 'embeddedWallet',
  initialState: NOBODY,
  reducers: {
    /** Somebody is signed in, or more is known of them. */
    signedIn: (state, { payload }: PayloadAction<Partial<EmbeddedWalletState>>): EmbeddedWalletState => ({
      ...state,
      ...payload,
    }),
    /** On which networks there are smart accounts is nothing about anybody. */
    signedOut: ({ smartAccountNetworks }): EmbeddedWalletState => ({ smartAccountNetworks }),
  },
})

export const { signedIn, signedOut } = embeddedWalletSlice.actions
