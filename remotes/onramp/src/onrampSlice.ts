import {
  accountConnected,
  accountDisconnected,
  type CaipNetworkId,
  type HostState,
  type SerializedError,
  selectConnection,
} from '@portico/contracts'
import type { OnrampOptions, OnrampOrder, OnrampQuote } from '@portico/contracts/services/onramp'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

/** The visitor's choices and input. */
export interface BuyForm {
  /** The chosen seller, if any. */
  readonly provider?: string | undefined
  /** Symbol of the token to buy; if absent or not sold here, `chosenToken` picks the default. */
  readonly symbol?: string | undefined
  /** ISO 4217; if absent or not accepted, dollars. */
  readonly currency?: string | undefined
  /** The amount as typed, in the visitor's number format. */
  readonly amount: string
}

/** What a service sells, or why that is unknown. */
export interface KnownOptions {
  readonly value?: OnrampOptions | undefined
  readonly error?: SerializedError | undefined
  readonly isLoading: boolean
  /** When the options were requested, in milliseconds since 1970. */
  readonly askedAt: number
}

/**
 * `preparing`: the page is being requested. `blocked`: the browser blocked the window. `closed`: the window was closed
 * and no payment is known. `lost`: the status service does not answer.
 */
export type PurchasePhase = 'preparing' | 'blocked' | 'open' | 'closed' | 'paid' | 'delivered' | 'failed' | 'lost'

/** One purchase, from the press to its outcome. */
export interface Purchase {
  readonly id: string
  readonly provider: string
  readonly providerName: string
  readonly caipNetworkId: CaipNetworkId
  readonly address: string
  readonly quote: OnrampQuote
  readonly phase: PurchasePhase
  readonly url?: string | undefined
  /** Absent if the provider reports no order status. */
  readonly orderId?: string | undefined
  readonly txHash?: string | undefined
  /** Why the page could not be loaded. */
  readonly error?: BuyError | undefined
}

/** `service`: the service's own error code. */
export type BuyError = SerializedError & { readonly service?: string | undefined; readonly reason?: string | undefined }

export interface OnrampState {
  readonly form: BuyForm
  /** Keyed by provider; the key `''` stands for all providers. */
  readonly options: Readonly<Record<string, KnownOptions>>
  readonly purchase: Purchase | null
}

const EMPTY: OnrampState = { form: { amount: '' }, options: {}, purchase: null }

/** Whether the outcome is final. */
export const isOver = ({ phase, orderId }: Purchase): boolean =>
  phase === 'delivered' || phase === 'failed' || phase === 'lost' || (phase === 'closed' && orderId === undefined)

const changed = (state: OnrampState, id: string, change: Partial<Purchase>): OnrampState =>
  state.purchase?.id === id ? { ...state, purchase: { ...state.purchase, ...change } } : state

const chosen =
  <Key extends keyof BuyForm>(key: Key) =>
  (state: OnrampState, { payload }: PayloadAction<NonNullable<BuyForm[Key]>>): OnrampState => ({
    ...state,
    form: { ...state.form, [key]: payload },
  })

const withOptions = (state: OnrampState, key: string, change: Partial<KnownOptions>): OnrampState => ({
  ...state,
  options: { ...state.options, [key]: { askedAt: 0, isLoading: false, ...state.options[key], ...change } },
})

/** The phase of an order. Once it is paid, closing the window changes nothing. */
function phaseOf({ status }: OnrampOrder, isWindowOpen: boolean): PurchasePhase {
  if (status !== 'created') return status
  return isWindowOpen ? 'open' : 'closed'
}

export const onrampSlice = createSlice({
  name: 'onramp',
  initialState: EMPTY,
  reducers: {
    providerChosen: chosen('provider'),
    tokenChosen: chosen('symbol'),
    amountTyped: chosen('amount'),
    /** The amount is reset, because it is in the old currency. */
    currencyChosen: (state, { payload: currency }: PayloadAction<string>): OnrampState => ({
      ...state,
      form: { ...state.form, currency, amount: state.form.currency === currency ? state.form.amount : '' },
    }),
    optionsAsked: (state, { payload: { key, at } }: PayloadAction<{ key: string; at: number }>): OnrampState =>
      withOptions(state, key, { isLoading: true, askedAt: at }),
    optionsRead: (
      state,
      { payload: { key, value } }: PayloadAction<{ key: string; value: OnrampOptions }>,
    ): OnrampState => withOptions(state, key, { value, error: undefined, isLoading: false }),
    optionsFailed: (
      state,
      { payload: { key, error } }: PayloadAction<{ key: string; error: SerializedError }>,
    ): OnrampState => withOptions(state, key, { error, isLoading: false }),
    purchaseBegun: (state, { payload }: PayloadAction<Omit<Purchase, 'phase'>>): OnrampState => ({
      ...state,
      purchase: { ...payload, phase: 'preparing' },
    }),
    /** The payment page's URL is known; the page is shown if a window is open. */
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
      // A reconnected wallet keeps its state (chains.md, pitfall 47).
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

/** The host's state plus this remote's. */
export type OnrampRoot = HostState & { readonly onramp: OnrampState }

/** Whether the account is a smart account (ERC-4337); sent with analytics events. */
export const selectIsSmartAccount = (state: HostState): boolean =>
  selectConnection(state)?.accounts[0].type === 'smartAccount'
export const selectForm = ({ onramp }: OnrampRoot): BuyForm => onramp.form
export const selectPurchase = ({ onramp }: OnrampRoot): Purchase | null => onramp.purchase
export const selectOptions = ({ onramp }: OnrampRoot, key: string): KnownOptions | undefined => onramp.options[key]
