import type { Messages, RemoteId, SerializedError, ViewName } from '@portico/contracts'
import type { RemoteRelease, StaticHalf } from '@portico/contracts/services/releaseIndex'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

/** `available`: known from the signed index, but not fetched. `ready`: installed. */
type RemoteStatus = 'available' | 'loading' | 'ready' | 'failed'

export type Source = Pick<RemoteRelease, 'url' | 'integrity'>

export interface RemoteState {
  readonly status: RemoteStatus
  readonly version: string
  /** Where its files are, and the hash that pins them; for diagnostics. */
  readonly source?: Source | undefined
  /** How long its code took to load, in milliseconds, once it is ready. */
  readonly loadMs?: number | undefined
  readonly static: StaticHalf
  readonly error?: SerializedError
  /** The texts in the visitor's language, once loaded; absent for English. */
  readonly messages?: Messages
}

/** A developer's remote, from the developer's computer, in this tab. */
export interface OverrideState {
  /** Absent if the link could not be read. */
  readonly id?: RemoteId | undefined
  readonly origin?: string | undefined
  readonly integrity?: string | undefined
  readonly state: 'asked' | 'running' | 'refused' | 'stopped'
  /** Why it was refused. */
  readonly error?: SerializedError
}

export interface RemotesState {
  /** Only remotes that are switched on. */
  readonly byId: Readonly<Record<RemoteId, RemoteState>>
  /** Remotes that are switched on but unavailable, and why (contract range, no release). */
  readonly unavailable: Readonly<Record<RemoteId, SerializedError & { readonly name: string }>>
  /** Why the release index, or a part of it, is missing. Null if it is complete, undefined if this is not known yet. */
  readonly failure?: SerializedError | null
  /** Absent unless this browser was asked to run a developer's remote. */
  readonly override?: OverrideState
}

const without = <T extends object>(record: T, id: RemoteId): T => {
  const { [id as keyof T]: _, ...rest } = record
  return rest as T
}

/** An action about one remote. */
type RemoteAction<Details> = PayloadAction<{ id: RemoteId } & Details>

interface StatusChange {
  readonly status: RemoteStatus
  readonly error?: SerializedError | undefined
  readonly loadMs?: number | undefined
  /** All English texts of the remote, which load with its code. The index contains only those needed before. */
  readonly english?: Messages | undefined
}

export const remotesSlice = createSlice({
  name: 'remotes',
  initialState: { byId: {}, unavailable: {} } as RemotesState,
  reducers: {
    remoteAnnounced: (
      state,
      { payload }: RemoteAction<{ version: string; half: StaticHalf; source?: Source }>,
    ): RemotesState => {
      const { id, version, half, source } = payload
      return {
        ...state,
        byId: { ...state.byId, [id]: { status: 'available', version, source, static: half } },
        unavailable: without(state.unavailable, id),
      }
    },
    remoteStatusChanged: (state, { payload }: RemoteAction<StatusChange>): RemotesState => {
      const { id, status, error, english, loadMs } = payload
      const remote = state.byId[id]
      if (!remote) return state
      const { error: _, ...rest } = remote
      const half = english ? { ...rest.static, messages: english } : rest.static
      return {
        ...state,
        byId: { ...state.byId, [id]: { ...rest, status, loadMs, static: half, ...(error && { error }) } },
      }
    },
    remoteMessagesArrived: (state, { payload }: RemoteAction<{ messages: Messages }>): RemotesState => {
      const { id, messages } = payload
      const remote = state.byId[id]
      return remote ? { ...state, byId: { ...state.byId, [id]: { ...remote, messages } } } : state
    },
    remoteWithdrawn: (state, { payload: id }: PayloadAction<RemoteId>): RemotesState => ({
      ...state,
      byId: without(state.byId, id),
      unavailable: without(state.unavailable, id),
    }),
    remoteUnavailable: (state, { payload }: RemoteAction<{ error: SerializedError; name: string }>): RemotesState => {
      const { id, error, name } = payload
      const unavailable = { ...state.unavailable, [id]: { ...error, name } }
      return { ...state, byId: without(state.byId, id), unavailable }
    },
    releaseFailed: (state, { payload }: PayloadAction<SerializedError | null>): RemotesState => ({
      ...state,
      failure: payload,
    }),
    overrideChanged: (state, { payload }: PayloadAction<OverrideState>): RemotesState => ({
      ...state,
      override: payload,
    }),
  },
})

export const {
  overrideChanged,
  remoteAnnounced,
  remoteMessagesArrived,
  remoteStatusChanged,
  remoteWithdrawn,
  remoteUnavailable,
  releaseFailed,
} = remotesSlice.actions

interface WithRemotes {
  readonly remotes: RemotesState
}

export const selectRemote = (state: WithRemotes, id: RemoteId): RemoteState | undefined => state.remotes.byId[id]

/** The remote that has this view, if it is switched on. */
export const selectRemoteOfView = (state: WithRemotes, view: ViewName): RemoteId | undefined =>
  Object.keys(state.remotes.byId).find((id) => Object.hasOwn(state.remotes.byId[id]?.static.views ?? {}, view))
