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
  /** Those that nobody has closed, the oldest first. */
  readonly alerts: readonly Alert[]
  /** What has been alerted of, closed or not: nothing is said twice. */
  readonly told: readonly string[]
  /** Counts the refused closes; the frame shakes when it grows. */
  readonly shakes: number
}

const initialState: FeedbackState = { snack: null, alerts: [], told: [], shakes: 0 }

/** rules.md §8: each alert code once, also where two errors have the same; without a code, each sentence once. */
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
    /** Waits its turn behind the alerts that nobody has closed. */
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
/** The one to be read now. */
export const selectAlert = (state: WithFeedback) => state.feedback.alerts[0] ?? null
export const selectShakes = (state: WithFeedback) => state.feedback.shakes

type FeedbackThunk = ThunkAction<void, WithFeedback, HostServices, UnknownAction>

/**
 * Tells whoever listens to events that something of ours has failed (public-api.md §10, `INTERNAL_SDK_ERROR`). What is
 * no error of ours counts as `fallback`; its stack is the one that helps.
 */
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

/**
 * What the site's owner should know (rules.md §8): in the console, in the alert bar and, where it is an error, as an
 * event. Once for each alert code, whoever raises it and however often.
 */
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
