import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { TrackedTransaction } from './tracked.ts'

type State = readonly TrackedTransaction[]

/** The only writer of what was sent from here. It comes with the chunk. */
export const transactionsSlice = createSlice({
  name: 'transactions',
  initialState: [] as State,
  reducers: {
    /** All that is known, the newest first. */
    listed: (_, { payload }: PayloadAction<State>): State => payload,
  },
})

export const { listed } = transactionsSlice.actions
