import type { Middleware, Reducer, TypedStartListening, UnknownAction } from '@reduxjs/toolkit'
import type { Commands } from './commands.ts'
import type { Messages } from './formatMessage.ts'
import type { HostState } from './hostState.ts'
import type { SlotContents } from './slots.ts'
import type { ViewDefinitions } from './views.ts'

/** The nine features that are built and deployed on their own; an id is the name of its folder under `remotes/`. */
export const REMOTE_IDS = [
  'email',
  'socials',
  'swaps',
  'send',
  'receive',
  'onramp',
  'activity',
  'pay',
  'emailCapture',
] as const
export type RemoteId = (typeof REMOTE_IDS)[number]

/** A slice of the toolkit, or an RTK Query api: both carry these fields. */
export interface StateModule {
  readonly reducerPath: string
  readonly reducer: Reducer
  /** Only an api has one. */
  readonly middleware?: Middleware
  /** Only an api has one: its answers in flight are waited for before it leaves. */
  readonly util?: {
    getRunningQueriesThunk(): unknown
    getRunningMutationsThunk(): unknown
    resetApiState(): UnknownAction
  }
}

export interface RemoteStart {
  /** Every listener is removed when the remote leaves. */
  readonly startListening: TypedStartListening<HostState>
  readonly commands: Commands
  readonly dispatch: (action: UnknownAction) => unknown
  /** Aborts when the remote leaves. */
  readonly signal: AbortSignal
}

/**
 * What a remote adds: a value. Importing it does nothing, and whatever it adds the host can take away again.
 * Its static half (messages, titles, slots) is read at build time and travels in the signed release index.
 */
export interface Remote {
  /** English; other languages are files beside the remote, pinned by hash. Keys begin with the remote's id. */
  readonly messages?: Messages
  readonly state?: readonly StateModule[]
  readonly views?: ViewDefinitions
  readonly slots?: SlotContents
  /** The only imperative part. It needs no `stop`: the host owns everything that it is given. */
  start?(host: RemoteStart): void
}

/** Gives a remote its type. `id` is its folder; version and contract range come from its `package.json`. */
export const defineRemote = <R extends Remote>(remote: R): R => remote
