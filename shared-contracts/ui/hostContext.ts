import { createContext, useContext, useInsertionEffect } from 'react'
import type { Commands, Translate } from '../src/index.ts'

/** What every component of host and remotes can use: texts, commands, and the shadow root that adopts its styles. */
export interface HostContextValue {
  readonly commands: Commands
  readonly t: Translate
  readonly locale: string
  /** Adds a style sheet to the modal's shadow root. The returned function removes it. */
  readonly adopt: (sheet: CSSStyleSheet) => () => void
}

const HostContext = createContext<HostContextValue | undefined>(undefined)
export const HostProvider = HostContext.Provider

/** @throws Error when the component is not inside a modal, which is a bug */
export function useHost(): HostContextValue {
  const host = useContext(HostContext)
  if (!host) throw new Error('this component must stand inside a modal')
  return host
}

/** A message key's text in the visitor's language. */
export const useMessages = (): Translate => useHost().t

/** The visitor's language as a BCP 47 tag, for formatting numbers and dates. */
export const useLocale = (): string => useHost().locale

export const useCommands = (): Commands => useHost().commands

/** Shows a view on top of the current one; see `Commands.navigate`. */
export const useNavigate = (): Commands['navigate'] => useHost().commands.navigate

/** Adopts a style sheet while the component is mounted: before layout effects, which may measure or move the focus. */
export function useStyles(sheet: CSSStyleSheet): void {
  const { adopt } = useHost()
  useInsertionEffect(() => adopt(sheet), [adopt, sheet])
}
