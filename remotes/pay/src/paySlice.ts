import {
  accountDisconnected,
  type HostState,
  type PaymentPhase,
  type PaymentProgress,
  type SerializedError,
} from '@portico/contracts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Bill, BillProblem } from './bill/bill.ts'

export interface ExchangeChoice {
  readonly id: string
  readonly name: string
  readonly imageUrl: string
}

/** `service`: the service's own error code (services.md §9.2). */
export type PayError = SerializedError & { readonly service?: string | undefined; readonly reason?: string | undefined }

/** One payment, from the press to its outcome. */
export interface Payment extends PaymentProgress {
  readonly bill: Bill
  readonly exchange?: ExchangeChoice | undefined
  /** The exchange's page. */
  readonly url?: string | undefined
  readonly sessionId?: string | undefined
  /** The swapped asset and amount, if the wallet paid with another asset: `0.05 ETH`. */
  readonly paidWith?: string | undefined
  /** Estimated duration, according to the quote. */
  readonly seconds?: number | undefined
  /** Why the page could not be loaded, or why the exchange is not believed. */
  readonly error?: PayError | undefined
}

/** A site's request, and its bill once known. `key` identifies the arguments. */
export interface SiteRequest {
  readonly key: string
  readonly bill?: Bill | undefined
  readonly problem?: BillProblem | undefined
}

export interface PayState {
  readonly request: SiteRequest | null
  /** The visitor chose a wallet and continues with it once connected. */
  readonly isWalletWanted: boolean
  readonly payment: Payment | null
}

const EMPTY: PayState = { request: null, isWalletWanted: false, payment: null }

/** Whether the outcome is final. */
export const isOver = ({ phase }: Pick<Payment, 'phase'>): boolean => ['success', 'failed', 'lost'].includes(phase)

const changed = (state: PayState, id: string, change: Partial<Payment>): PayState =>
  state.payment?.id === id ? { ...state, payment: { ...state.payment, ...change } } : state

export const paySlice = createSlice({
  name: 'pay',
  initialState: EMPTY,
  reducers: {
    /** A new request replaces the old one. */
    requested: (state, { payload: key }: PayloadAction<string>): PayState => ({ ...state, request: { key } }),
    billRead: (state, { payload }: PayloadAction<{ key: string; bill: Bill }>): PayState =>
      state.request?.key === payload.key ? { ...state, request: payload } : state,
    billRefused: (state, { payload }: PayloadAction<{ key: string; problem: BillProblem }>): PayState =>
      state.request?.key === payload.key ? { ...state, request: payload } : state,
    walletWanted: (state, { payload }: PayloadAction<boolean>): PayState => ({ ...state, isWalletWanted: payload }),
    paymentBegun: (state, { payload }: PayloadAction<Payment>): PayState => ({ ...state, payment: payload }),
    /** The exchange's page is known; it is shown if a window is open. */
    pageFound: (
      state,
      {
        payload: { id, isShown, ...page },
      }: PayloadAction<{ id: string; url: string; sessionId: string; isShown: boolean }>,
    ): PayState => changed(state, id, { ...page, phase: isShown ? 'open' : 'blocked' }),
    /** Updates the phase, and adds what becomes known with it. */
    moved: (
      state,
      {
        payload: { id, ...change },
      }: PayloadAction<{ id: string; phase: PaymentPhase; hash?: string | undefined; error?: PayError | undefined }>,
    ): PayState => changed(state, id, change),
  },
  extraReducers: (build) => {
    build.addCase(accountDisconnected, (state): PayState => ({ ...state, isWalletWanted: false }))
  },
})

export const { requested, billRead, billRefused, walletWanted, paymentBegun, pageFound, moved } = paySlice.actions

/** The host's state plus this remote's. */
export type PayRoot = HostState & { readonly pay: PayState }

export const selectRequest = ({ pay }: PayRoot): SiteRequest | null => pay.request
export const selectPayment = ({ pay }: PayRoot): Payment | null => pay.payment
