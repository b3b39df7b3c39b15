import type { CaipNetworkId, TransactionNote } from '@portico/contracts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

/** A transaction that this page has passed to the wallet. */
export interface RequestedTransaction {
  /** Unique on this page, counted from 1. */
  readonly id: number
  readonly caipNetworkId: CaipNetworkId
  readonly from: string
  readonly note?: TransactionNote | undefined
  /** `over`: the wallet has refused, or the outcome is unknown. */
  readonly status: 'asking' | 'sent' | 'over'
  /** Present once the transaction is sent. */
  readonly hash?: string | undefined
}

type State = readonly RequestedTransaction[]

/** Older transactions are no longer needed. */
const KEPT_MAX = 20

/** The only writer of wallet requests. Part of the acting chunk. */
export const askingSlice = createSlice({
  name: 'asking',
  initialState: [] as State,
  reducers: {
    walletAsked: (state, { payload }: PayloadAction<Omit<RequestedTransaction, 'status'>>): State => [
      ...state.slice(1 - KEPT_MAX),
      { ...payload, status: 'asking' },
    ],
    /** @param hash absent if, as far as is known, the transaction was not sent */
    walletAnswered: (state, { payload }: PayloadAction<Pick<RequestedTransaction, 'id' | 'hash'>>): State =>
      state.map((one) =>
        one.id === payload.id ? { ...one, ...payload, status: payload.hash === undefined ? 'over' : 'sent' } : one,
      ),
  },
})

export const { walletAsked, walletAnswered } = askingSlice.actions

const NONE: State = []

/** Transactions passed to the wallet, oldest first; empty before the chunk has loaded. */
export const selectRequested = (state: object): State => (state as { readonly asking?: State }).asking ?? NONE
