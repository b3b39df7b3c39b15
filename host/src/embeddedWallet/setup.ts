import type { SerializedError, SocialProvider } from '@portico/contracts'
import type { TypedStartListening } from '@reduxjs/toolkit'
import type { HostServices } from '../hostServices.ts'
import type { ReducerRegistry } from '../kernel/reducerRegistry.ts'
import type { Releases } from '../releases/createReleases.ts'
import type { HostCommands } from '../router/createCommands.ts'
import type { RootState, ShellDispatch, ShellStore } from '../store.ts'

/** In the room for the frame: why nothing can be asked of it. */
export interface ApprovalFailed {
  readonly error: SerializedError
}

/** What the embedded wallet knows of the modal that it belongs to. */
export interface EmbeddedSetup {
  readonly store: ShellStore
  readonly reducers: ReducerRegistry
  readonly startListening: TypedStartListening<RootState, ShellDispatch>
  readonly services: HostServices
  readonly commands: HostCommands
  /** When the window opens, and on what. */
  readonly opening: {
    open(): Promise<void>
    /** Shows one view and nothing else. */
    present(view: 'ApproveTransaction', params?: ApprovalFailed): void
  }
  /** Loads the texts that the first view does not need. */
  texts(): Promise<void>
  /** What the signed release index says of the secure site is in it. */
  readonly releases: Pick<Releases, 'complete' | 'index' | 'later' | 'isLacking' | 'refresh'>
  /** The window that the last press has opened for a provider, once; null where the browser has refused. */
  takePopup(): Window | null | undefined
  /** What the page of a mini app was loaded again with, once, and by whoever signs in with the provider that it left for. */
  takeReturn(provider: SocialProvider): string | undefined
}
