import {
  accountConnected,
  accountDisconnected,
  type CaipNetworkId,
  type HostState,
  type SwapArguments,
} from '@portico/contracts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { isSameToken, type Token, type TokenId } from './token.ts'

export type Side = 'sourceToken' | 'toToken'

/** The visitor's input and choices, unvalidated. */
export interface SwapForm {
  readonly from?: TokenId | undefined
  readonly to?: TokenId | undefined
  /** The amount as typed, in the visitor's number format. */
  readonly amount: string
}

/** A sent swap, for its receipt. Amounts are integers in the smallest unit. */
export interface SentSwap {
  readonly hash: string
  readonly from: Token
  readonly to: Token
  readonly amount: string
  /** The quote when the swap was sent. */
  readonly quoted: string
  /** The minimum that the router enforces. */
  readonly minimum: string
  /** The wrapped coin that is unwrapped for the account, and the router that does it. */
  readonly unwraps?: { readonly token: string; readonly router: string } | undefined
}

/** The quote that the visitor accepted. */
export interface AcceptedPrice {
  /** The swap's `aboutOf`, which identifies it. */
  readonly about: string
  /** The quoted amount, in the smallest unit of the target. */
  readonly quoted: string
  /** The visitor has confirmed once despite the loss of value. */
  readonly isWarned?: boolean
}

export interface SwapsState {
  readonly form: SwapForm
  /** Accepted slippage in hundredths of a percent. */
  readonly slippageBps: number
  /** Tokens that can be swapped, keyed by network; they stay the same while the page is open. */
  readonly lists: Readonly<Record<CaipNetworkId, readonly Token[]>>
  /** The page's request that has already filled the form. */
  readonly taken?: SwapArguments | undefined
  readonly sent?: SentSwap | undefined
  readonly accepted?: AcceptedPrice | undefined
  /** The wallet has been asked and has not answered yet, so no view asks again. */
  readonly isAsking: boolean
  /** Gas of the last planned swap, keyed by network. */
  readonly gas: Readonly<Record<CaipNetworkId, string>>
}

const EMPTY: SwapForm = { amount: '' }

/** rules.md §9, `SWAP_SLIPPAGE_TOLERANCE`. */
const DEFAULT_SLIPPAGE_BPS = 100

const initialState: SwapsState = { form: EMPTY, slippageBps: DEFAULT_SLIPPAGE_BPS, lists: {}, isAsking: false, gas: {} }

/** Chooses a token. If the other side has that token, the sides swap, because they must differ. */
function withToken(form: SwapForm, side: Side, token: TokenId): SwapForm {
  const [here, there] = side === 'sourceToken' ? (['from', 'to'] as const) : (['to', 'from'] as const)
  const other = isSameToken(form[there], token) ? form[here] : form[there]
  return { ...form, [here]: token, [there]: other }
}

/** The form outlives its views and the modal, so that a visitor can return between approval and swap. */
export const swapsSlice = createSlice({
  name: 'swaps',
  initialState: initialState as SwapsState,
  reducers: {
    listRead: (state, { payload }: PayloadAction<{ caipNetworkId: CaipNetworkId; tokens: readonly Token[] }>) => ({
      ...state,
      lists: { ...state.lists, [payload.caipNetworkId]: payload.tokens },
    }),
    /** `from` is the default token to pay with if none is chosen. */
    tokenChosen: (state, { payload }: PayloadAction<{ side: Side; token: TokenId; from?: TokenId | undefined }>) => ({
      ...state,
      form: withToken({ ...state.form, from: state.form.from ?? payload.from }, payload.side, payload.token),
    }),
    amountTyped: (state, { payload }: PayloadAction<string>) => ({
      ...state,
      form: { ...state.form, amount: payload },
    }),
    /** `amount` is the amount to receive, which becomes the amount to pay. */
    turnedRound: (state, { payload }: PayloadAction<{ amount: string; from: TokenId; to: TokenId }>) => ({
      ...state,
      form: { from: payload.to, to: payload.from, amount: payload.amount },
    }),
    slippageChosen: (state, { payload }: PayloadAction<number>) => ({ ...state, slippageBps: payload }),
    argumentsTaken: (state, { payload }: PayloadAction<{ taken: SwapArguments; form: SwapForm }>) => ({
      ...state,
      taken: payload.taken,
      form: payload.form,
    }),
    priceAccepted: (state, { payload }: PayloadAction<Omit<AcceptedPrice, 'isWarned'>>) => ({
      ...state,
      accepted: payload,
    }),
    impactAccepted: (state) => ({ ...state, accepted: state.accepted && { ...state.accepted, isWarned: true } }),
    walletAsked: (state) => ({ ...state, isAsking: true }),
    walletAnswered: (state) => ({ ...state, isAsking: false }),
    gasPlanned: (state, { payload }: PayloadAction<{ caipNetworkId: CaipNetworkId; gas: string }>) => ({
      ...state,
      gas: { ...state.gas, [payload.caipNetworkId]: payload.gas },
    }),
    swapSent: (state, { payload }: PayloadAction<SentSwap>) => ({
      ...state,
      sent: payload,
      form: EMPTY,
      accepted: undefined,
    }),
  },
  extraReducers: (build) => {
    build
      // A reconnected wallet keeps its state (chains.md, pitfall 47).
      .addCase(accountConnected, (state, { payload }) => (payload.isReconnect ? state : { ...state, form: EMPTY }))
      .addCase(accountDisconnected, (state) => ({ ...state, form: EMPTY }))
  },
})

export const {
  listRead,
  tokenChosen,
  amountTyped,
  turnedRound,
  slippageChosen,
  argumentsTaken,
  priceAccepted,
  impactAccepted,
  walletAsked,
  walletAnswered,
  gasPlanned,
  swapSent,
} = swapsSlice.actions

/** The host's state plus this remote's. */
export type SwapsHostState = HostState & { readonly swaps: SwapsState }

export const selectSwaps = ({ swaps }: SwapsHostState): SwapsState => swaps
