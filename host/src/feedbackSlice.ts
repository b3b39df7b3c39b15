import {
  alertCodeOf,
  type ErrorCode,
  isModalError,
  ModalError,
  type SerializedError,
  type SnackVariant,
  serializeError,
} from '@portico/contracts'
import { createSlice, type PayloadAction, type ThunkAction, type UnknownAction } from '@reduxjs/toolkit'
import type { HostServices } from './hostServices.ts'

/** A short message that floats over the frame. `text` is already translated; `key` is a message key of the host. */
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
  /** Alerts that have not been closed, the oldest first. */
  readonly alerts: readonly Alert[]
  /** All alerts so far, whether closed or not, so that none is repeated. */
  readonly told: readonly string[]
  /** Counts refused attempts to close; the frame shakes when the number increases. */
  readonly shakes: number
}

const initialState: FeedbackState = { snack: null, alerts: [], told: [], shakes: 0 }

/** Identifies an alert (rules.md §8) by its code, which two errors may share, or else by its sentence. */
const sentenceOf = ({ code, message }: SerializedError) => alertCodeOf(code) ?? message

export const feedbackSlice = createSlice({
  name: 'feedback',
  initialState: initialState as FeedbackState,
  reducers: {
    snackShown: (state, { payload }: PayloadAction<Snack>): FeedbackState => ({
      ...state,
      snack: { ...payload, serial: (state.snack?.serial ?? 0) + 1 },
    }),
    snackHidden: (state): FeedbackState => ({ ...state, snack: null }),
    /** Adds an alert after those that have not been closed yet. */
    alertShown: (state, { payload }: PayloadAction<Alert>): FeedbackState => {
      const sentence = sentenceOf(payload.error)
      if (state.told.includes(sentence)) return state
      return { ...state, alerts: [...state.alerts, payload], told: [...state.told, sentence] }
    },
    alertHidden: (state): FeedbackState => ({ ...state, alerts: state.alerts.slice(1) }),
    shakeRequested: (state): FeedbackState => ({ ...state, shakes: state.shakes + 1 }),
  },
})

export const { snackShown, snackHidden, alertShown, alertHidden, shakeRequested } = feedbackSlice.actions

interface WithFeedback {
  readonly feedback: FeedbackState
}
export const selectSnack = (state: WithFeedback) => state.feedback.snack
/** The alert to show now. */
export const selectAlert = (state: WithFeedback) => state.feedback.alerts[0] ?? null
export const selectShakes = (state: WithFeedback) => state.feedback.shakes

type FeedbackThunk = ThunkAction<void, WithFeedback, HostServices, UnknownAction>

/** Tracks `INTERNAL_SDK_ERROR` (public-api.md §10). An unknown error is reported as `fallback`, with its own stack. */
export const errorMet =
  (error: unknown, fallback: ErrorCode): FeedbackThunk =>
  (_dispatch, _getState, { track }) => {
    const known = isModalError(error) ? error : new ModalError(fallback, { cause: error })
    const { stack } = error instanceof Error ? error : known
    track('INTERNAL_SDK_ERROR', {
      errorType: known.code,
      errorMessage: known.message,
      ...(stack && { stackTrace: stack }),
      uncaught: false,
    })
  }

/** Alerts the site's owner once per code (rules.md §8), in the console and the alert bar; errors are also tracked. */
export const alertOnce =
  (error: ModalError, variant: Alert['variant'] = 'error'): FeedbackThunk =>
  (dispatch, getState) => {
    const alert: Alert = { variant, error: serializeError(error, error.code) }
    if (getState().feedback.told.includes(sentenceOf(alert.error))) return
    if (variant === 'error') console.error('[portico]', error, error.details)
    else console[variant === 'warning' ? 'warn' : 'info']('[portico]', error.message, error.details)
    dispatch(alertShown(alert))
    if (variant === 'error') dispatch(errorMet(error, error.code))
  }
