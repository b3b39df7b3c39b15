import type { SerializedError, SnackVariant } from '@portico/contracts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

/** What floats over the frame. `text` is translated already; `key` is a message key of the host's own. */
export interface Snack {
  readonly variant: SnackVariant
  readonly text?: string
  readonly key?: string
}

export interface Alert {
  readonly variant: 'info' | 'warning' | 'error'
  readonly error: SerializedError
}

export interface FeedbackState {
  readonly snack: (Snack & { readonly serial: number }) | null
  readonly alert: Alert | null
  /** Counts the refused closes; the frame shakes when it grows. */
  readonly shakes: number
}

const initialState: FeedbackState = { snack: null, alert: null, shakes: 0 }

export const feedbackSlice = createSlice({
  name: 'feedback',
  initialState: initialState as FeedbackState,
  reducers: {
    snackShown: (state, { payload }: PayloadAction<Snack>): FeedbackState => ({
      ...state,
      snack: { ...payload, serial: (state.snack?.serial ?? 0) + 1 },
    }),
    snackHidden: (state): FeedbackState => ({ ...state, snack: null }),
    alertShown: (state, { payload }: PayloadAction<Alert>): FeedbackState => ({ ...state, alert: payload }),
    alertHidden: (state): FeedbackState => ({ ...state, alert: null }),
    shakeRequested: (state): FeedbackState => ({ ...state, shakes: state.shakes + 1 }),
  },
})

export const { snackShown, snackHidden, alertShown, alertHidden, shakeRequested } = feedbackSlice.actions

interface WithFeedback {
  readonly feedback: FeedbackState
}
export const selectSnack = (state: WithFeedback) => state.feedback.snack
export const selectAlert = (state: WithFeedback) => state.feedback.alert
export const selectShakes = (state: WithFeedback) => state.feedback.shakes
