import type { Shell } from './protocol.ts'

/**
 * The page's one registry of shells: loader protocol → the shell, including while it loads. The first shell wins; a
 * second loader of the same protocol uses it.
 */
export type ShellRegistry = { [protocol: number]: Promise<Shell> | undefined }
export const SHELL_REGISTRY: unique symbol = Symbol.for('portico.shells')
