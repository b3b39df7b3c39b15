import { type HostState, selectAccount } from '@portico/contracts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { type RemotesState, selectRemoteOfView } from '../kernel/remotesSlice.ts'

/** The visitor's state in the site's own sign-in. */
export interface SiwxState {
  /** Whether the site signs its visitors in (`siwx`, `siweConfig`). */
  readonly isOn: boolean
  /** Whether visitors who have no session are disconnected. */
  readonly isRequired: boolean
  /** The account (CAIP-10) that has no session and must sign in. */
  readonly unsigned?: string | undefined
  /** The account (CAIP-10) whose visitor has already been asked for an email address, and now has to sign. */
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
  readonly remotes: RemotesState
}

/** Whether the configuration says that visitors are asked for an email address; an empty list of settings means yes. */
export const selectWantsCapture = ({ project }: HostState): boolean => Boolean(project?.features.emailCapture)

/** Whether visitors are actually asked: the view for this must be available too. */
export const selectIsCapturing = ({ remotes, ...state }: WithCapture): boolean =>
  selectWantsCapture(state) && selectRemoteOfView({ remotes }, 'DataCapture') !== undefined

/** The first view for a visitor who has to sign in (chains.md §7.2). */
export const selectSignInView = (state: WithCapture): 'DataCapture' | 'SIWXSignMessage' =>
  selectIsCapturing(state) && state.siwx.captured !== state.siwx.unsigned ? 'DataCapture' : 'SIWXSignMessage'

/** Whether the active account must sign in before anything else. */
export const selectMustSignIn = (state: WithSiwx): boolean => {
  const { isOn, isRequired, unsigned } = state.siwx
  return isOn && isRequired && unsigned !== undefined && selectAccount(state)?.caipAddress === unsigned
}
