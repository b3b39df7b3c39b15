import {
  accountConnected,
  accountDisconnected,
  type CaipNetworkId,
  type Holding,
  type HostState,
} from '@portico/contracts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { FeeSpeed } from './plan/plan.ts'

/** A token by what never changes of it. */
export interface TokenId {
  readonly caipNetworkId: CaipNetworkId
  /** Absent: the network's own coin. */
  readonly address?: string | undefined
}

/** What the visitor has typed and chosen so far. Nothing of it is checked here. */
export interface SendForm {
  readonly token?: TokenId | undefined
  /** As it was typed, in the visitor's writing. */
  readonly amount: string
  /** The amount is in US dollars, and not in the token. */
  readonly isFiat?: boolean
  readonly receiver: string
  /** Bitcoin; absent: normal. */
  readonly speed?: FeeSpeed
  /** A site has asked for just this, and has named the token: it was read from the chain. Nothing of it can be changed. */
  readonly asked?: Holding | undefined
  /** The very request of the site that `asked` is of: another one is not ready because this one is. */
  readonly askedAs?: string | undefined
}

const EMPTY: SendForm = { amount: '', receiver: '' }

/** The form outlives its views, so that choosing a token or looking at the preview loses nothing. */
export const sendSlice = createSlice({
  name: 'send',
  initialState: EMPTY,
  reducers: {
    /** Another token is another amount. */
    tokenChosen: ({ receiver }, { payload }: PayloadAction<TokenId>): SendForm => ({
      token: payload,
      amount: '',
      receiver,
    }),
    amountTyped: (state, { payload }: PayloadAction<string>): SendForm => ({ ...state, amount: payload }),
    receiverTyped: (state, { payload }: PayloadAction<string>): SendForm => ({ ...state, receiver: payload }),
    speedChosen: (state, { payload }: PayloadAction<FeeSpeed>): SendForm => ({ ...state, speed: payload }),
    /** The same amount in the other unit. */
    unitChanged: (state, { payload }: PayloadAction<Required<Pick<SendForm, 'amount' | 'isFiat'>>>): SendForm => ({
      ...state,
      ...payload,
    }),
    /** What a site has asked for; the amount in the visitor's writing. */
    askedFor: (
      _,
      { payload }: PayloadAction<Required<Pick<SendForm, 'amount' | 'receiver' | 'asked' | 'askedAs'>>>,
    ): SendForm => payload,
    cleared: (): SendForm => EMPTY,
  },
  extraReducers: (build) => {
    build
      // Of a wallet that is only found again nothing has changed (chains.md, pitfall 47).
      .addCase(accountConnected, (state, { payload }) => (payload.isReconnect ? state : EMPTY))
      .addCase(accountDisconnected, () => EMPTY)
  },
})

export const { tokenChosen, amountTyped, receiverTyped, speedChosen, unitChanged, askedFor, cleared } =
  sendSlice.actions

/** The host's state with this remote's beside it. */
export type SendState = HostState & { readonly send: SendForm }

export const selectForm = ({ send }: SendState): SendForm => send
