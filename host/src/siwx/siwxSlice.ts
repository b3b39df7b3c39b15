import { type HostState, type RemotesOn, selectAccount } from '@portico/contracts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

/** How a visitor stands to the site's own session. */
export interface SiwxState {
  /** The site signs its visitors in (`siwx`, `siweConfig`). */
  readonly isOn: boolean
  /** Nobody stays connected without a session. */
  readonly isRequired: boolean
  /** The address on a network (CAIP-10) that has been found to have no session, and is to sign in. */
  readonly unsigned?: string | undefined
  /** The account (CAIP-10) that has been asked for an e-mail address, and is to sign. */
  readonly captured?: string | undefined
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

interface WithCapture extends WithSiwx {
  readonly remotes: RemotesOn
}

/** Whether the configuration wants visitors to be asked for an e-mail address: an empty list of settings is on, too. */
export const selectWantsCapture = ({ project }: HostState): boolean => Boolean(project?.features.emailCapture)

/** Whether they are: the view that asks is known as well. */
export const selectIsCapturing = ({ remotes, ...state }: WithCapture): boolean =>
  selectWantsCapture(state) && remotes.byId.emailCapture !== undefined

/** What a visitor who has to sign in sees first (chains.md §7.2). */
export const selectSignInView = (state: WithCapture): 'DataCapture' | 'SIWXSignMessage' =>
  selectIsCapturing(state) && state.siwx.captured !== state.siwx.unsigned ? 'DataCapture' : 'SIWXSignMessage'

/** Whether the active account has to sign in before anything else can be done. */
export const selectMustSignIn = (state: WithSiwx): boolean => {
  const { isOn, isRequired, unsigned } = state.siwx
  return isOn && isRequired && unsigned !== undefined && selectAccount(state)?.caipAddress === unsigned
}
