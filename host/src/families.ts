import { type ChainAdapter, type ChainNamespace, selectActiveNetworkId, selectNetworks } from '@portico/contracts'
import { createEip155Adapter } from './chains/eip155/createAdapter.ts'
import { lazyAdapter } from './chains/lazyAdapter.ts'
import type { HostServices } from './extra.ts'
import { loadPinned } from './kernel/loadPinned.ts'
import type { ReadOptions } from './options/readOptions.ts'
import type { Pairing } from './pairedWallets.ts'
import { createPairing } from './pairing/createPairing.ts'
import { withPairing } from './pairing/withPairing.ts'
import type { ShellStore } from './store.ts'

/** Aborts when the modal closes; undefined while it is closed. */
type Opening = () => AbortSignal | undefined

/** The families that this release has an adapter for, and how one is made: nothing of those that a page does not use is fetched. */
const CREATE = {
  eip155: ({ options, ownConnectors }: ReadOptions, opening: Opening) =>
    createEip155Adapter({ ...options, connectors: ownConnectors }, loadPinned, opening),
  solana: (_: ReadOptions, opening: Opening) =>
    lazyAdapter('solana', async () => {
      const code = () => import(/* webpackChunkName: "chain-solana" */ './chains/solana/createAdapter.ts')
      return (await loadPinned(code)).createSolanaAdapter({ opening })
    }),
  bip122: ({ networks }: ReadOptions) =>
    lazyAdapter('bip122', async () => {
      const code = () => import(/* webpackChunkName: "chain-bip122" */ './chains/bip122/createAdapter.ts')
      return (await loadPinned(code)).createBip122Adapter({ networks }, loadPinned)
    }),
} as const satisfies Partial<Record<ChainNamespace, (read: ReadOptions, opening: Opening) => ChainAdapter>>

export const BUILT_IN = Object.keys(CREATE) as (keyof typeof CREATE)[]

/** Only what reads the chain: without adapters of its own a page has no wallets but paired ones (§2, opening rule 1). */
const withoutWallets = (adapter: ChainAdapter): ChainAdapter => ({
  ...adapter,
  watchConnectors: (onChange) => onChange([]),
})

/** With the fields that a site may leave out, and the services' relay unless it names another. */
export function createPagePairing({ options, plugIns }: ReadOptions, store: () => ShellStore): Pairing | undefined {
  const { enableWalletConnect, endpoints, metadata, projectId, storageKey } = options
  if (!enableWalletConnect) return undefined
  const { name, description = '', url = location.origin, icons = [] } = metadata
  return createPairing(
    {
      relayUrl: endpoints.relay ?? `${endpoints.api.replace(/^http/, 'ws')}relay`,
      projectId,
      metadata: { name, description, url, icons },
      networks: () => selectNetworks(store().getState()),
      activeNetworkId: () => selectActiveNetworkId(store().getState()),
      storageScope: storageKey ?? projectId,
      override: plugIns.universalProviderConfigOverride,
      provider: plugIns.universalProvider,
    },
    loadPinned,
  )
}

/** One adapter a family: ours, or the site's own; with pairing around it where that is on. */
export function createAdapters(
  read: ReadOptions,
  pairing: Pairing | undefined,
  opening: Opening,
): HostServices['adapters'] {
  const { families, ownAdapters, options, networks } = read
  const isPairingOnly = options.basic || families.length === 0
  const named = families.length ? families : [...new Set(networks.map(({ chainNamespace }) => chainNamespace))]
  const adapters: Partial<Record<ChainNamespace, ChainAdapter>> = {}
  for (const namespace of BUILT_IN.filter((family) => named.includes(family))) {
    const adapter = CREATE[namespace](read, opening)
    adapters[namespace] = isPairingOnly ? withoutWallets(adapter) : adapter
  }
  if (!isPairingOnly) for (const adapter of ownAdapters) adapters[adapter.namespace] = adapter
  if (pairing) {
    for (const [namespace, adapter] of Object.entries(adapters)) {
      adapters[namespace as ChainNamespace] = withPairing(adapter, pairing)
    }
  }
  return adapters
}
