import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { TrackedTransaction } from './tracked.ts'

type State = readonly TrackedTransaction[]

/** The only writer of the transactions sent from here. Part of the chunk. */
export const transactionsSlice = createSlice({
  name: 'transactions',
  initialState: [] as State,
  reducers: {
    /** All known transactions, newest first. */
    listed: (_, { payload }: PayloadAction<State>): State => payload,
  },
})

export const { listed } = transactionsSlice.actions
