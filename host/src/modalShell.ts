import type { ModalRoot } from './frame/shadowRoot.ts'
import type { HostServices } from './hostServices.ts'
import type { StartListening } from './kernel/actionListeners.ts'
import type { Remotes } from './kernel/createRemotes.ts'
import type { Kernel } from './kernel/install.ts'
import type { LoaderContext } from './loader/protocol.ts'
import type { Opening } from './opening/createOpening.ts'
import type { OpenSignal } from './opening/openSignal.ts'
import type { ReadOptions } from './options/readOptions.ts'
import type { Project } from './project/createProject.ts'
import type { Releases } from './releases/createReleases.ts'
import type { HostCommands } from './router/createCommands.ts'
import type { ViewSource } from './router/viewSource.ts'
import type { Events } from './site/events.ts'
import type { SignIn } from './siwx/createSignIn.ts'
import type { RootState, ShellStore } from './store.ts'

/** What the parts of one modal share. No module-level state belongs to a single modal. */
export interface ModalShell extends Pick<Kernel, 'reducers' | 'middlewares'> {
  readonly context: LoaderContext
  /** The site's options, and the errors in them. */
  readonly read: ReadOptions
  readonly locale: string
  readonly services: HostServices
  readonly store: ShellStore
  readonly startListening: StartListening<RootState>
  readonly events: Events
  readonly commands: HostCommands
  readonly opening: Opening
  readonly openSignal: OpenSignal
  readonly project: Project
  readonly releases: Releases
  readonly remotes: Remotes
  readonly views: ViewSource
  /** Loads the texts beyond the first view. @throws ModalError as a rejection: `remote.*` */
  readonly texts: () => Promise<void>
  readonly signIn: SignIn
  readonly root: ModalRoot
}

/** A part that runs while the modal exists. Returns a function that stops it. */
export type Part = (shell: ModalShell) => () => void
