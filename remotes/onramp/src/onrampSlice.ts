import {
  accountConnected,
  accountDisconnected,
  type CaipNetworkId,
  type HostState,
  type SerializedError,
} from '@portico/contracts'
import type { OnrampOptions, OnrampOrder, OnrampQuote } from '@portico/contracts/services/onramp'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

/** What the visitor has chosen and typed. */
export interface BuyForm {
  /** Who sells; absent: nobody has been chosen yet. */
  readonly provider?: string | undefined
  /** Symbol of what is bought; absent, or not sold here: the first that is. */
  readonly symbol?: string | undefined
  /** ISO 4217; likewise. */
  readonly currency?: string | undefined
  /** As it was typed, in the visitor's writing. */
  readonly amount: string
}

/** What a service sells, or why nobody knows. */
export interface KnownOptions {
  readonly value?: OnrampOptions | undefined
  readonly error?: SerializedError | undefined
  readonly isLoading: boolean
  /** When it was asked for, in milliseconds since 1970. */
  readonly askedAt: number
}

/**
 * `preparing`: the page is being asked for. `blocked`: the browser shows no window. `closed`: there is none any more, and nothing
 * was paid that anybody has heard of. `lost`: who knows how far it is does not answer.
 */
export type PurchasePhase = 'preparing' | 'blocked' | 'open' | 'closed' | 'paid' | 'delivered' | 'failed' | 'lost'

/** One purchase, from the press to what came of it. */
export interface Purchase {
  readonly id: string
  readonly provider: string
  readonly providerName: string
  readonly caipNetworkId: CaipNetworkId
  readonly address: string
  readonly quote: OnrampQuote
  readonly phase: PurchasePhase
  readonly url?: string | undefined
  /** Absent: the provider tells nobody how far it is. */
  readonly orderId?: string | undefined
  readonly txHash?: string | undefined
  /** Why there is no page. */
  readonly error?: BuyError | undefined
}

/** `service`: the code that one of our services has for it. */
export type BuyError = SerializedError & { readonly service?: string | undefined; readonly reason?: string | undefined }

export interface OnrampState {
  readonly form: BuyForm
  /** By provider; `''`: all of them. */
  readonly options: Readonly<Record<string, KnownOptions>>
  readonly purchase: Purchase | null
}

const EMPTY: OnrampState = { form: { amount: '' }, options: {}, purchase: null }

/** Nothing more will come of it. */
export const isOver = ({ phase, orderId }: Purchase): boolean =>
  phase === 'delivered' || phase === 'failed' || phase === 'lost' || (phase === 'closed' && orderId === undefined)

const changed = (state: OnrampState, id: string, change: Partial<Purchase>): OnrampState =>
  state.purchase?.id === id ? { ...state, purchase: { ...state.purchase, ...change } } : state

/** How far an order is. Once it is paid, a window that is closed is no news. */
function phaseOf({ status }: OnrampOrder, isWindowOpen: boolean): PurchasePhase {
  if (status !== 'created') return status
  return isWindowOpen ? 'open' : 'closed'
}

export const onrampSlice = createSlice({
  name: 'onramp',
  initialState: EMPTY,
  reducers: {
    providerChosen: (state, { payload: provider }: PayloadAction<string>): OnrampState => ({
      ...state,
      form: { ...state.form, provider },
    }),
    tokenChosen: (state, { payload: symbol }: PayloadAction<string>): OnrampState => ({
      ...state,
      form: { ...state.form, symbol },
    }),
    /** Another currency is another amount. */
    currencyChosen: (state, { payload: currency }: PayloadAction<string>): OnrampState => ({
      ...state,
      form: { ...state.form, currency, amount: state.form.currency === currency ? state.form.amount : '' },
    }),
    amountTyped: (state, { payload: amount }: PayloadAction<string>): OnrampState => ({
      ...state,
      form: { ...state.form, amount },
    }),
    optionsAsked: (state, { payload: { key, at } }: PayloadAction<{ key: string; at: number }>): OnrampState => ({
      ...state,
      options: { ...state.options, [key]: { ...state.options[key], isLoading: true, askedAt: at } },
    }),
    optionsRead: (
      state,
      { payload: { key, value } }: PayloadAction<{ key: string; value: OnrampOptions }>,
    ): OnrampState => ({
      ...state,
      options: {
        ...state.options,
        [key]: { askedAt: 0, ...state.options[key], value, error: undefined, isLoading: false },
      },
    }),
    optionsFailed: (
      state,
      { payload: { key, error } }: PayloadAction<{ key: string; error: SerializedError }>,
    ): OnrampState => ({
      ...state,
      options: { ...state.options, [key]: { askedAt: 0, ...state.options[key], error, isLoading: false } },
    }),
    purchaseBegun: (state, { payload }: PayloadAction<Omit<Purchase, 'phase'>>): OnrampState => ({
      ...state,
      purchase: { ...payload, phase: 'preparing' },
    }),
    /** The page is known, and shown where a window is open. */
    pageFound: (
      state,
      {
        payload: { id, url, orderId, isShown },
      }: PayloadAction<{ id: string; url: string; orderId?: string | undefined; isShown: boolean }>,
    ): OnrampState => changed(state, id, { url, orderId, phase: isShown ? 'open' : 'blocked' }),
    pageRefused: (state, { payload: { id, error } }: PayloadAction<{ id: string; error: BuyError }>): OnrampState =>
      changed(state, id, { error, phase: 'failed' }),
    windowOpened: (state, { payload: id }: PayloadAction<string>): OnrampState => changed(state, id, { phase: 'open' }),
    windowClosed: (state, { payload: id }: PayloadAction<string>): OnrampState =>
      changed(state, id, { phase: 'closed' }),
    orderRead: (
      state,
      {
        payload: { id, order, isWindowOpen },
      }: PayloadAction<{ id: string; order: OnrampOrder; isWindowOpen: boolean }>,
    ): OnrampState => {
      const isBlocked = state.purchase?.phase === 'blocked' && order.status === 'created' && !isWindowOpen
      if (isBlocked) return state
      return changed(state, id, { phase: phaseOf(order, isWindowOpen), txHash: order.txHash })
    },
    orderLost: (state, { payload: id }: PayloadAction<string>): OnrampState => changed(state, id, { phase: 'lost' }),
    purchaseLeft: (state, { payload: id }: PayloadAction<string>): OnrampState =>
      state.purchase?.id === id ? { ...state, purchase: null } : state,
  },
  extraReducers: (build) => {
    build
      // Of a wallet that is only found again nothing has changed (chains.md, pitfall 47).
      .addCase(accountConnected, (state, { payload }) => (payload.isReconnect ? state : EMPTY))
      .addCase(accountDisconnected, () => EMPTY)
  },
})

export const {
  providerChosen,
  tokenChosen,
  currencyChosen,
  amountTyped,
  optionsAsked,
  optionsRead,
  optionsFailed,
  purchaseBegun,
  pageFound,
  pageRefused,
  windowOpened,
  windowClosed,
  orderRead,
  orderLost,
} = onrampSlice.actions

/** The host's state with this remote's beside it. */
export type OnrampRoot = HostState & { readonly onramp: OnrampState }

export const selectForm = ({ onramp }: OnrampRoot): BuyForm => onramp.form
export const selectPurchase = ({ onramp }: OnrampRoot): Purchase | null => onramp.purchase
export const selectOptions = ({ onramp }: OnrampRoot, key: string): KnownOptions | undefined => onramp.options[key]
