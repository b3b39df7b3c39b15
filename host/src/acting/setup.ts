import type { HostServices } from '../hostServices.ts'
import type { ReducerRegistry } from '../kernel/reducerRegistry.ts'
import type { ShellStore } from '../store.ts'

/** What acting on accounts knows of the modal that it belongs to. */
export interface ActingSetup {
  readonly store: ShellStore
  readonly reducers: ReducerRegistry
  readonly services: HostServices
  /** Of the signed index, unread. */
  readonly swapRouters: () => unknown
}
