import type { NetworkOption, PorticoOptions } from '../../src/options/types.ts'
import type { LocalChain, PageSettings } from './settings.ts'

/** A fixture under `fixtures/` exports one by default, for options that are no JSON. */
export type Fixture = (defaults: PorticoOptions) => PorticoOptions

const networkOf = ({ id, name, rpcUrl }: LocalChain): NetworkOption => ({
  id,
  name,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [rpcUrl] } },
})

export const defaultOptions = ({ projectId, endpoints, chains }: PageSettings, pageUrl: string): PorticoOptions => ({
  projectId,
  endpoints,
  networks: chains.map(networkOf),
  metadata: {
    name: 'Portico Playground',
    description: 'A shop that does not exist',
    url: pageUrl,
    icons: [],
  },
})

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Objects are merged entry by entry; anything else replaces what was there, and `null` removes it. */
export function mergeOptions<T extends object>(defaults: T, changes: Record<string, unknown>): T {
  const merged: Record<string, unknown> = Object.fromEntries(Object.entries(defaults))
  for (const [key, change] of Object.entries(changes)) {
    const present = merged[key]
    if (change === null) delete merged[key]
    else merged[key] = isPlainObject(change) && isPlainObject(present) ? mergeOptions(present, change) : change
  }
  return merged as T
}

/** The options of this page: the defaults, changed by the fixture, changed by the query. */
export function readOptions(settings: PageSettings, query: URLSearchParams, pageUrl: string, fixture?: Fixture) {
  const defaults = defaultOptions(settings, pageUrl)
  const locale = query.get('locale')
  return mergeOptions(fixture?.(defaults) ?? defaults, {
    ...(locale && { locale }),
    ...(query.get('embed') === '1' && { enableEmbedded: true }),
    ...JSON.parse(query.get('options') || '{}'),
  })
}
