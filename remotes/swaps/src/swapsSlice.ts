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

/** What the visitor has typed and chosen so far. Nothing of it is checked here. */
export interface SwapForm {
  readonly from?: TokenId | undefined
  readonly to?: TokenId | undefined
  /** As it was typed, in the visitor's writing. */
  readonly amount: string
}

/** A swap that was sent, for its receipt. Amounts are whole numbers in the smallest unit. */
export interface SentSwap {
  readonly hash: string
  readonly from: Token
  readonly to: Token
  readonly amount: string
  /** What was quoted when it was sent. */
  readonly quoted: string
  /** What the router holds to. */
  readonly minimum: string
  /** Which wrapped coin is unwrapped for the account, and by which router. */
  readonly unwraps?: { readonly token: string; readonly router: string } | undefined
}

/** The quote that the visitor has seen and gone on with. */
export interface AcceptedPrice {
  /** `aboutOf` of the swap. */
  readonly about: string
  /** In the smallest unit of the target. */
  readonly quoted: string
  /** They have pressed once already, although much worth is lost. */
  readonly isWarned?: boolean
}

export interface SwapsState {
  readonly form: SwapForm
  /** Hundredths of a percent by which less may be received than is quoted. */
  readonly slippageBps: number
  /** What can be swapped, by network: it does not change while somebody looks. */
  readonly lists: Readonly<Record<CaipNetworkId, readonly Token[]>>
  /** What the page has asked for and has been filled in already. */
  readonly taken?: SwapArguments | undefined
  readonly sent?: SentSwap | undefined
  readonly accepted?: AcceptedPrice | undefined
  /** The wallet has been asked and has not answered: it is not asked again, whichever view is looked at. */
  readonly isAsking: boolean
  /** Units of gas that the swap planned last took, by network. */
  readonly gas: Readonly<Record<CaipNetworkId, string>>
}

const EMPTY: SwapForm = { amount: '' }

/** rules.md §9, `SWAP_SLIPPAGE_TOLERANCE`. */
const DEFAULT_SLIPPAGE_BPS = 100

const initialState: SwapsState = { form: EMPTY, slippageBps: DEFAULT_SLIPPAGE_BPS, lists: {}, isAsking: false, gas: {} }

/** The token of the other side comes here when this side takes it: two equal ones are no swap. */
function withToken(form: SwapForm, side: Side, token: TokenId): SwapForm {
  const [here, there] = side === 'sourceToken' ? (['from', 'to'] as const) : (['to', 'from'] as const)
  const other = isSameToken(form[there], token) ? form[here] : form[there]
  return { ...form, [here]: token, [there]: other }
}

/** The form outlives its views, and the window: whoever comes back between approval and swap goes on. */
export const swapsSlice = createSlice({
  name: 'swaps',
  initialState: initialState as SwapsState,
  reducers: {
    listRead: (state, { payload }: PayloadAction<{ caipNetworkId: CaipNetworkId; tokens: readonly Token[] }>) => ({
      ...state,
      lists: { ...state.lists, [payload.caipNetworkId]: payload.tokens },
    }),
    /** `from`: what is paid with where nothing was chosen for it. */
    tokenChosen: (state, { payload }: PayloadAction<{ side: Side; token: TokenId; from?: TokenId | undefined }>) => ({
      ...state,
      form: withToken({ ...state.form, from: state.form.from ?? payload.from }, payload.side, payload.token),
    }),
    amountTyped: (state, { payload }: PayloadAction<string>) => ({
      ...state,
      form: { ...state.form, amount: payload },
    }),
    /** `amount`: what was to be received is now what is paid. */
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
      // Of a wallet that is only found again nothing has changed (chains.md, pitfall 47).
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

/** The host's state with this remote's beside it. */
export type SwapsHostState = HostState & { readonly swaps: SwapsState }

export const selectSwaps = ({ swaps }: SwapsHostState): SwapsState => swaps
