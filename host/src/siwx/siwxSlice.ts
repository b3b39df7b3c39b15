import { type HostState, selectAccount } from '@portico/contracts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

/** How a visitor stands to the site's own session. */
export interface SiwxState {
  /** The site signs its visitors in (`siwx`, `siweConfig`). */
  readonly isOn: boolean
  /** Nobody stays connected without a session. */
  readonly isRequired: boolean
  /** The address on a network (CAIP-10) that has been found to have no session, and is to sign in. */
  readonly unsigned?: string | undefined
}

export const siwxSlice = createSlice({
  name: 'siwx',
  initialState: { isOn: false, isRequired: true } as SiwxState,
  reducers: {
    siwxChanged: (state, { payload }: PayloadAction<Partial<SiwxState>>): SiwxState => ({ ...state, ...payload }),
  },
})

export const { siwxChanged } = siwxSlice.actions

interface WithSiwx extends HostState {
  readonly siwx: SiwxState
}
/** Whether the active account has to sign in before anything else can be done. */
export const selectMustSignIn = (state: WithSiwx): boolean => {
  const { isOn, isRequired, unsigned } = state.siwx
  return isOn && isRequired && unsigned !== undefined && selectAccount(state)?.caipAddress === unsigned
}
