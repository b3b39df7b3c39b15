import type { SerializedError, SocialProvider } from '@portico/contracts'
import type { HostServices } from '../hostServices.ts'
import type { StartListening } from '../kernel/actionListeners.ts'
import type { ReducerRegistry } from '../kernel/reducerRegistry.ts'
import type { Releases } from '../releases/createReleases.ts'
import type { HostCommands } from '../router/createCommands.ts'
import type { RootState, ShellStore } from '../store.ts'

/** Parameters of the approval view when it shows why the frame is unavailable. */
export interface ApprovalFailed {
  readonly error: SerializedError
}

/** What the embedded wallet needs from its modal. */
export interface EmbeddedSetup {
  readonly store: ShellStore
  readonly reducers: ReducerRegistry
  readonly startListening: StartListening<RootState>
  readonly services: HostServices
  readonly commands: HostCommands
  /** Opens the window. */
  readonly opening: {
    open(): Promise<void>
    /** Shows this view alone, whatever was open before. */
    present(view: 'ApproveTransaction', params?: ApprovalFailed): void
  }
  /** Loads the texts beyond the first view. */
  texts(): Promise<void>
  /** The releases, whose signed index has an entry for the secure site. */
  readonly releases: Pick<Releases, 'complete' | 'index' | 'deferred' | 'isLacking' | 'refresh'>
  /** Takes the provider window that the last click opened; null if the browser refused to open one. */
  takePopup(): Window | null | undefined
  /** Takes the result with which a mini app's page was reloaded, if the result is from this provider. */
  takeReturn(provider: SocialProvider): string | undefined
}
