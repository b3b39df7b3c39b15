import type { HostServices } from '../hostServices.ts'
import type { ReducerRegistry } from '../kernel/reducerRegistry.ts'
import type { ShellStore } from '../store.ts'

/** What acting on accounts needs from its modal. */
export interface ActingSetup {
  readonly store: ShellStore
  readonly reducers: ReducerRegistry
  readonly services: HostServices
  /** From the signed index, unparsed. */
  readonly swapRouters: () => unknown
}
