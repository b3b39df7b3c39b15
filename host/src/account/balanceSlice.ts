import {
  type Account,
  BALANCE_RETRY_MS,
  type Balance,
  NATIVE_BALANCE_LIFETIME_S,
  type Network,
  type SerializedError,
  serializeError,
} from '@portico/contracts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Thunk } from '../connections/establish.ts'

/** The native balance of one account. An older answer never replaces a newer one. */
export interface BalanceEntry {
  readonly balance?: Balance
  readonly error?: SerializedError
  /** Epoch milliseconds of the last answer. */
  readonly at?: number
  /** Epoch milliseconds of the last failure that no answer has followed. */
  readonly failedAt?: number | undefined
  readonly isLoading: boolean
}

export interface BalanceState {
  /** By CAIP-10 account id. */
  readonly native: Readonly<Record<string, BalanceEntry>>
}

export const balanceSlice = createSlice({
  name: 'balance',
  initialState: { native: {} } as BalanceState,
  reducers: {
    balanceChanged: (state, { payload }: PayloadAction<{ key: string } & BalanceEntry>): BalanceState => {
      const { key, ...entry } = payload
      return { native: { ...state.native, [key]: { ...state.native[key], ...entry } } }
    },
  },
})

const { balanceChanged } = balanceSlice.actions

interface WithBalance {
  readonly balance: BalanceState
}
export const selectBalance = (state: WithBalance, account: Account | undefined): BalanceEntry | undefined =>
  account && state.balance.native[account.caipAddress]

/**
 * Reads the native balance unless the last answer is younger than §9 allows, or the last failure younger than §8 does.
 * `isForced`: the visitor has asked for it.
 */
export const loadBalance =
  (account: Account, network: Network, isForced = false): Thunk<void> =>
  async (dispatch, getState, { adapters }) => {
    const key = account.caipAddress
    const known = getState().balance.native[key]
    const isFresh = known?.at !== undefined && Date.now() - known.at < NATIVE_BALANCE_LIFETIME_S * 1_000
    const hasJustFailed = known?.failedAt !== undefined && Date.now() - known.failedAt < BALANCE_RETRY_MS
    if (known?.isLoading || ((isFresh || hasJustFailed) && !isForced)) return
    dispatch(balanceChanged({ key, isLoading: true }))
    try {
      const balance = await adapters[account.namespace]?.getBalance(account.address, network)
      dispatch(
        balanceChanged({
          key,
          isLoading: false,
          ...(balance && { balance }),
          error: undefined,
          failedAt: undefined,
          at: Date.now(),
        }),
      )
    } catch (error) {
      const reason = serializeError(error, 'balance.unavailable')
      dispatch(balanceChanged({ key, isLoading: false, error: reason, failedAt: Date.now() }))
    }
  }
