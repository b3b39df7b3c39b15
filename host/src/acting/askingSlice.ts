import type { CaipNetworkId, TransactionNote } from '@portico/contracts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

/** A transaction that this page has asked the wallet for. */
export interface AskedTransaction {
  /** Of this page, counted from 1. */
  readonly id: number
  readonly caipNetworkId: CaipNetworkId
  readonly from: string
  readonly note?: TransactionNote | undefined
  /** `over`: the wallet has refused, or nobody knows what it has done. */
  readonly status: 'asking' | 'sent' | 'over'
  /** Once it is sent. */
  readonly hash?: string | undefined
}

type State = readonly AskedTransaction[]

/** Nobody asks about older ones any more. */
const KEPT_MAX = 20

/** The only writer of what the wallet is asked for. It comes with the chunk. */
export const askingSlice = createSlice({
  name: 'asking',
  initialState: [] as State,
  reducers: {
    walletAsked: (state, { payload }: PayloadAction<Omit<AskedTransaction, 'status'>>): State => [
      ...state.slice(1 - KEPT_MAX),
      { ...payload, status: 'asking' },
    ],
    /** @param hash absent: it was not sent, as far as anybody knows */
    walletAnswered: (state, { payload }: PayloadAction<Pick<AskedTransaction, 'id' | 'hash'>>): State =>
      state.map((one) =>
        one.id === payload.id ? { ...one, ...payload, status: payload.hash === undefined ? 'over' : 'sent' } : one,
      ),
  },
})

export const { walletAsked, walletAnswered } = askingSlice.actions

const NONE: State = []

/** What the wallet was asked for, the last one at the end; nothing before the chunk is there. */
export const selectAsked = (state: object): State => (state as { readonly asking?: State }).asking ?? NONE
