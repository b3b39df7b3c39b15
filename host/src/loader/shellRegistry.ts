import type { Shell } from './protocol.ts'

/** The page's shells by loader protocol, even while they load. The first one wins; later loaders use it. */
export type ShellRegistry = { [protocol: number]: Promise<Shell> | undefined }
export const SHELL_REGISTRY: unique symbol = Symbol.for('portico.shells')
