import {
  accountConnected,
  accountDisconnected,
  type CaipNetworkId,
  type Holding,
  type HostState,
} from '@portico/contracts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { FeeSpeed } from './plan/plan.ts'

/** A token's immutable identity. */
export interface TokenId {
  readonly caipNetworkId: CaipNetworkId
  /** Absent for the network's own coin. */
  readonly address?: string | undefined
}

/** The visitor's input and choices, unvalidated. */
export interface SendForm {
  readonly token?: TokenId | undefined
  /** The amount as typed, in the visitor's number format. */
  readonly amount: string
  /** Whether the amount is in US dollars instead of the token. */
  readonly isFiat?: boolean
  readonly receiver: string
  /** Bitcoin only; `normal` if absent. */
  readonly speed?: FeeSpeed
  /** The token of a site's request, read from the chain. The form is then read-only. */
  readonly requested?: Holding | undefined
  /** Identifies the request that `requested` belongs to, so that `requested` does not count for another request. */
  readonly requestKey?: string | undefined
}

const EMPTY: SendForm = { amount: '', receiver: '' }

/** The form outlives its views, so that choosing a token or opening the preview loses nothing. */
export const sendSlice = createSlice({
  name: 'send',
  initialState: EMPTY,
  reducers: {
    /** The amount is reset, because it was in the old token. */
    tokenChosen: ({ receiver }, { payload }: PayloadAction<TokenId>): SendForm => ({
      token: payload,
      amount: '',
      receiver,
    }),
    amountTyped: (state, { payload }: PayloadAction<string>): SendForm => ({ ...state, amount: payload }),
    receiverTyped: (state, { payload }: PayloadAction<string>): SendForm => ({ ...state, receiver: payload }),
    speedChosen: (state, { payload }: PayloadAction<FeeSpeed>): SendForm => ({ ...state, speed: payload }),
    /** Keeps the amount, converted to the other unit. */
    unitChanged: (state, { payload }: PayloadAction<Required<Pick<SendForm, 'amount' | 'isFiat'>>>): SendForm => ({
      ...state,
      ...payload,
    }),
    /** Fills in a site's request; the amount in the visitor's number format. */
    requestTaken: (
      _,
      { payload }: PayloadAction<Required<Pick<SendForm, 'amount' | 'receiver' | 'requested' | 'requestKey'>>>,
    ): SendForm => payload,
    cleared: (): SendForm => EMPTY,
  },
  extraReducers: (build) => {
    build
      // A reconnected wallet keeps its state (chains.md, pitfall 47).
      .addCase(accountConnected, (state, { payload }) => (payload.isReconnect ? state : EMPTY))
      .addCase(accountDisconnected, () => EMPTY)
  },
})

export const { tokenChosen, amountTyped, receiverTyped, speedChosen, unitChanged, requestTaken, cleared } =
  sendSlice.actions

/** The host's state plus this remote's. */
export type SendState = HostState & { readonly send: SendForm }

export const selectForm = ({ send }: SendState): SendForm => send
