import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

/** How a visitor stands to the site's own session. */
export interface SiwxState {
  /** The site signs its visitors in (`siwx`, `siweConfig`). */
  readonly isOn: boolean
  /** Nobody stays connected without a session. */
  readonly isRequired: boolean
  /** Addresses on networks (CAIP-10) that have a session, as far as the plug-in has been asked. */
  readonly signedIn: readonly string[]
}

export const siwxSlice = createSlice({
  name: 'siwx',
  initialState: { isOn: false, isRequired: true, signedIn: [] } as SiwxState,
  reducers: {
    siwxChanged: (state, { payload }: PayloadAction<Partial<SiwxState>>): SiwxState => ({ ...state, ...payload }),
  },
})

export const { siwxChanged } = siwxSlice.actions

interface WithSiwx {
  readonly siwx: SiwxState
}
/** Whether closing the sign-in view is refused (views.md §3.3). */
export const selectMustSignIn = ({ siwx }: WithSiwx): boolean => siwx.isOn && siwx.isRequired
