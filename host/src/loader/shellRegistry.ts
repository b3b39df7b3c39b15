import type { Shell } from './protocol.ts'

/** The page's shells by loader protocol, loaded or loading. The first one wins, and later loaders use it too. */
export type ShellRegistry = { [protocol: number]: Promise<Shell> | undefined }
export const SHELL_REGISTRY: unique symbol = Symbol.for('portico.shells')
