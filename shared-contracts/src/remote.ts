import type { Middleware, Reducer, TypedStartListening, UnknownAction } from '@reduxjs/toolkit'
import type { Commands } from './commands.ts'
import type { Messages } from './formatMessage.ts'
import type { HostState } from './hostState.ts'
import type { SlotContents } from './slots.ts'
import type { ViewDefinitions } from './views.ts'

/** A Redux Toolkit slice or an RTK Query api. Both have the required fields. */
export interface StateModule {
  readonly reducerPath: string
  readonly reducer: Reducer
  /** Only present in an api. */
  readonly middleware?: Middleware
  /** Only present in an api. Requests in flight finish before the api is removed. */
  readonly util?: {
    getRunningQueriesThunk(): unknown
    getRunningMutationsThunk(): unknown
    resetApiState(): UnknownAction
  }
}

export interface RemoteStart {
  /** Adds a listener, which is removed when the remote leaves. */
  readonly startListening: TypedStartListening<HostState>
  readonly commands: Commands
  readonly dispatch: (action: UnknownAction) => unknown
  /** Aborts when the remote leaves. */
  readonly signal: AbortSignal
}

/**
 * Everything that a remote adds, as a value. Importing it has no effect, and the host can remove whatever it adds. Its
 * static half (messages, titles, slots) is read at build time, and is part of the signed release index.
 */
export interface Remote {
  /**
   * Whether the remote is on where neither the project configuration nor the site decides. Default: off. Has no effect
   * on the remotes of `services/knownRemotes.ts`.
   */
  readonly isOnByDefault?: boolean
  /** True if the remote moves money in or across, which is withheld in restricted time zones (rules.md §5). */
  readonly isRestricted?: boolean
  /** English texts, whose keys begin with the remote's id. Other languages are in files beside it, pinned by hash. */
  readonly messages?: Messages
  /**
   * Icons of its own, as SVG texts with a square `viewBox`, keyed by the name that its slots use. At build time, each
   * becomes one outline (`packages/remote/src/readIcon.mjs`), which the host strokes like its own icons.
   */
  readonly icons?: Readonly<Record<string, string>>
  readonly state?: readonly StateModule[]
  readonly views?: ViewDefinitions
  readonly slots?: SlotContents
  /** The only imperative part. It needs no counterpart for stopping, because the host owns everything it receives. */
  start?(host: RemoteStart): void
}

/** Gives a remote its type. Its id is its folder's name; its version and contract range are in its `package.json`. */
export const defineRemote = <R extends Remote>(remote: R): R => remote
