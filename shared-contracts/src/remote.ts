import type { Middleware, Reducer, TypedStartListening, UnknownAction } from '@reduxjs/toolkit'
import type { Commands } from './commands.ts'
import type { Messages } from './formatMessage.ts'
import type { HostState } from './hostState.ts'
import type { SlotContents } from './slots.ts'
import type { ViewDefinitions } from './views.ts'

/** The nine features that are built and deployed separately; an id is the folder name under `remotes/`. */
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

/** A Redux Toolkit slice or an RTK Query api: both have these fields. */
export interface StateModule {
  readonly reducerPath: string
  readonly reducer: Reducer
  /** Only an api has it. */
  readonly middleware?: Middleware
  /** Only an api has it: requests in flight finish before it is removed. */
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
 * What a remote adds, as a value. Importing it has no effect, and the host can remove whatever it adds. Its static half
 * (messages, titles, slots) is read at build time and is part of the signed release index.
 */
export interface Remote {
  /** English; other languages are files beside the remote, pinned by hash. Keys begin with the remote's id. */
  readonly messages?: Messages
  readonly state?: readonly StateModule[]
  readonly views?: ViewDefinitions
  readonly slots?: SlotContents
  /** The only imperative part. It needs no `stop`: the host owns everything that it receives. */
  start?(host: RemoteStart): void
}

/** Gives a remote its type. `id` is its folder; version and contract range come from its `package.json`. */
export const defineRemote = <R extends Remote>(remote: R): R => remote
