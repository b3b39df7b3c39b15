import {
  type ChainAdapter,
  type ChainNamespace,
  type Network,
  selectActiveNetworkId,
  selectNetworks,
} from '@portico/contracts'
import { createEip155Adapter } from './chains/eip155/createAdapter.ts'
import { lazyAdapter } from './chains/lazyAdapter.ts'
import type { EmbeddedWallet } from './embeddedWallet/types.ts'
import { withEmbeddedWallet } from './embeddedWallet/withEmbeddedWallet.ts'
import type { HostServices } from './hostServices.ts'
import { loadPinned } from './kernel/loadPinned.ts'
import type { ReadOptions } from './options/readOptions.ts'
import { createPairing } from './pairing/createPairing.ts'
import type { Pairing } from './pairing/pairedWallets.ts'
import { withPairing } from './pairing/withPairing.ts'
import type { ShellStore } from './store.ts'

/** What the adapters need from their modal. */
interface Surroundings {
  /** Returns a signal that aborts when the modal closes; undefined while it is closed. */
  readonly opening: () => AbortSignal | undefined
  /** Calls back each time that the modal opens. */
  readonly whenOpened: (run: () => void) => void
  /** The page's current networks. */
  readonly networks: () => readonly Network[]
}

/** Creates the adapters of the built-in families. The code of unused families is not fetched. */
const CREATE = {
  eip155: ({ options, ownConnectors }: ReadOptions, { opening }: Surroundings) =>
    createEip155Adapter({ ...options, connectors: ownConnectors }, loadPinned, opening),
  solana: (_: ReadOptions, { opening, whenOpened }: Surroundings) => {
    const code = () => import(/* webpackChunkName: "chain-solana" */ './chains/solana/createAdapter.ts')
    const load = async () => (await loadPinned(code)).createSolanaAdapter({ opening })
    return lazyAdapter('solana', load, whenOpened)
  },
  bip122: (_: ReadOptions, { networks, whenOpened }: Surroundings) => {
    const code = () => import(/* webpackChunkName: "chain-bip122" */ './chains/bip122/createAdapter.ts')
    const load = async () => (await loadPinned(code)).createBip122Adapter({ networks }, loadPinned)
    return lazyAdapter('bip122', load, whenOpened)
  },
} as const satisfies Partial<Record<ChainNamespace, (read: ReadOptions, surroundings: Surroundings) => ChainAdapter>>

export const BUILT_IN = Object.keys(CREATE) as (keyof typeof CREATE)[]

/**
 * Removes the installed wallets but keeps the methods that read the chain: a page without adapters has only paired
 * wallets (rules.md §2, opening rule 1).
 */
const withoutWallets = (adapter: ChainAdapter): ChainAdapter => ({
  ...adapter,
  watchConnectors: (onChange) => onChange([]),
})

/** The families in which the embedded wallet has accounts (secure-frame.md §1). */
const EMBEDDED: readonly string[] = ['eip155', 'solana']

/** Creates pairing, with defaults for the optional fields, and the services' relay unless the site names another. */
export function createPagePairing({ options, plugIns }: ReadOptions, store: () => ShellStore): Pairing | undefined {
  const { enableWalletConnect, endpoints, manualWCControl: isManual, metadata, projectId, storageKey } = options
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
      isManual,
      async onAdded(added) {
        const code = () => import(/* webpackChunkName: "wallets" */ './connections/joinSession.ts')
        store().dispatch((await loadPinned(code)).joinSession(added))
      },
    },
    loadPinned,
  )
}

/**
 * Creates one adapter per family, ours or the site's own. Adds to it the embedded wallet (in the families that have
 * one) and pairing (if switched on).
 */
export function createAdapters(
  read: ReadOptions,
  pairing: Pairing | undefined,
  embeddedWallet: EmbeddedWallet,
  surroundings: Surroundings,
): HostServices['adapters'] {
  const { families, ownAdapters, options, networks } = read
  const isPairingOnly = options.basic || families.length === 0
  const named = families.length ? families : [...new Set(networks.map(({ chainNamespace }) => chainNamespace))]
  const adapters: Partial<Record<ChainNamespace, ChainAdapter>> = {}
  for (const namespace of BUILT_IN.filter((family) => named.includes(family))) {
    const adapter = CREATE[namespace](read, surroundings)
    adapters[namespace] = isPairingOnly ? withoutWallets(adapter) : adapter
  }
  if (!isPairingOnly) for (const adapter of ownAdapters) adapters[adapter.namespace] = adapter
  for (const [namespace, adapter] of Object.entries(adapters)) {
    const isEmbedded = !isPairingOnly && EMBEDDED.includes(namespace)
    const own = isEmbedded ? withEmbeddedWallet(adapter, embeddedWallet) : adapter
    adapters[namespace as ChainNamespace] = pairing ? withPairing(own, pairing) : own
  }
  return adapters
}
