import { type ChainAdapter, WIDGET_VERSION } from '@portico/contracts'
import type { PorticoOptions } from '../options/types.ts'

/** The names of adapter types in requests (services.md §3). */
const WIRE_NAMES: Record<string, string> = { eip155: 'ethers', bip122: 'bitcoin' }

/** `<platform>-<adapters>-<version>`; empty for invalid options. */
export function sdkVersion({ adapters, networks }: PorticoOptions): string {
  try {
    const families = adapters ?? networks.map(({ chainNamespace = 'eip155' }) => chainNamespace)
    const names = families.map((family) => {
      const namespace = (family as ChainAdapter).namespace ?? family
      return WIRE_NAMES[namespace] ?? namespace
    })
    return `html-${[...new Set(names)].join() || 'universal'}-${WIDGET_VERSION}`
  } catch {
    return ''
  }
}
