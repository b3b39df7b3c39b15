import { createContext, useContext } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import type { DirectoryWallet } from './directory/walletDirectory.ts'
import type { LoaderContext } from './loader/protocol.ts'
import type { Diagnostics } from './releases/diagnosis.ts'
import type { HostCommands } from './router/createCommands.ts'
import type { ViewSource } from './router/viewSource.ts'
import type { Siwx } from './siwx/installSiwx.ts'
import type { RootState, ShellDispatch } from './store.ts'

/** What the host's own components need besides the contract's `HostContext`. */
export interface ShellContextValue {
  readonly commands: HostCommands
  /** The window that the loader may have shown before. */
  readonly first?: LoaderContext['first']
  readonly views: ViewSource
  /** Fetches what a view will need, because the visitor is about to open it. */
  readonly prepare: (view: string) => void
  /** The URL of a directory wallet's logo. */
  readonly imageOf: (wallet: DirectoryWallet) => string | undefined
  /** The site's sign-in; undefined if it has none, or while its code has not loaded. */
  readonly siwx: () => Siwx | undefined
  /** What `getDiagnostics()` returns. */
  readonly diagnose: () => Diagnostics
  /** Requests releases again after a failure. */
  readonly retryReleases: () => Promise<void>
}

const ShellContext = createContext<ShellContextValue | undefined>(undefined)
export const ShellProvider = ShellContext.Provider

export function useShell(): ShellContextValue {
  const shell = useContext(ShellContext)
  if (!shell) throw new Error('this component must stand inside the shell')
  return shell
}

export const useShellDispatch = useDispatch.withTypes<ShellDispatch>()
export const useShellSelector = useSelector.withTypes<RootState>()

/** Returns a function that tracks an event of public-api.md §10. */
export function useTrack(): (event: string, properties?: Readonly<Record<string, unknown>>) => void {
  const dispatch = useShellDispatch()
  return (event, properties = {}) => dispatch((_, __, { track }) => track(event, properties))
}
