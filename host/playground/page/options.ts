import type { ChainNamespace } from '@portico/contracts'
import type { NetworkOption, PorticoOptions } from '../../src/options/types.ts'
import type { LocalChain, OtherLocalChain, PageSettings } from './settings.ts'

/** The default export of a fixture under `fixtures/`, for options that are not JSON. */
export type Fixture = (defaults: PorticoOptions) => PorticoOptions

const networkOf = ({ id, name, rpcUrl }: LocalChain): NetworkOption => ({
  id,
  name,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [rpcUrl] } },
})

const otherNetworkOf = ({ caipNetworkId, name, rpcUrl, nativeCurrency }: OtherLocalChain): NetworkOption => {
  const [chainNamespace, id = ''] = caipNetworkId.split(':')
  return {
    id,
    caipNetworkId,
    chainNamespace: chainNamespace as ChainNamespace,
    name,
    nativeCurrency,
    rpcUrls: { default: { http: [rpcUrl] } },
  }
}

/** The local networks, keyed by family name as in `?families=`. */
const networksOf = ({ chains, solana, bitcoin }: PageSettings): Readonly<Record<string, readonly NetworkOption[]>> => ({
  eip155: chains.map(networkOf),
  solana: solana ? [otherNetworkOf(solana)] : [],
  bip122: bitcoin ? [otherNetworkOf(bitcoin)] : [],
})

const DEFAULT_FAMILIES = 'eip155'

export const defaultOptions = (
  settings: PageSettings,
  pageUrl: string,
  families: string = DEFAULT_FAMILIES,
): PorticoOptions => ({
  projectId: settings.projectId,
  endpoints: settings.endpoints,
  networks: families.split(',').flatMap((family) => networksOf(settings)[family] ?? []),
  metadata: {
    name: 'Portico Playground',
    description: 'A shop that does not exist',
    url: pageUrl,
    icons: [],
  },
})

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Merges objects entry by entry: any other value replaces the old value, and `null` removes the entry. */
export function mergeOptions<T extends object>(defaults: T, changes: Record<string, unknown>): T {
  const merged: Record<string, unknown> = Object.fromEntries(Object.entries(defaults))
  for (const [key, change] of Object.entries(changes)) {
    const present = merged[key]
    if (change === null) delete merged[key]
    else merged[key] = isPlainObject(change) && isPlainObject(present) ? mergeOptions(present, change) : change
  }
  return merged as T
}

/** The page's options: the defaults, then the fixture, then the query. */
export function readOptions(settings: PageSettings, query: URLSearchParams, pageUrl: string, fixture?: Fixture) {
  const defaults = defaultOptions(settings, pageUrl, query.get('families') ?? undefined)
  const locale = query.get('locale')
  return mergeOptions(fixture?.(defaults) ?? defaults, {
    ...(locale && { locale }),
    ...(query.get('embed') === '1' && { enableEmbedded: true }),
    ...JSON.parse(query.get('options') || '{}'),
  })
}
