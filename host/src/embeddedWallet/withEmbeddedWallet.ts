import type { ChainAdapter, Connector } from '@portico/contracts'
import { lazyAdapter } from '../chains/lazyAdapter.ts'
import { withConnector } from '../chains/withConnector.ts'
import { AUTH_ID, type EmbeddedWallet } from './types.ts'

/**
 * Adds the embedded wallet to a family's adapter. Its connector exists while email or social login is on. Its code is
 * fetched at the first use, or at once if it was used at an earlier visit.
 */
export function withEmbeddedWallet(adapter: ChainAdapter, { isOn, watch, client }: EmbeddedWallet): ChainAdapter {
  const { namespace } = adapter
  const connector: Connector = { id: AUTH_ID, name: AUTH_ID, type: 'AUTH', namespace }
  // The family's own adapter continues to read the chain and to list wallets.
  const way = lazyAdapter(namespace, async () => (await client()).family(namespace) as ChainAdapter)
  return withConnector(
    adapter,
    AUTH_ID,
    { connectors: () => (isOn() ? [connector] : []), watch },
    {
      ...way,
      load: async (id) => isOn() && way.load?.(id),
      restore: async (id, options) => (isOn() ? way.restore(id, options) : undefined),
    },
  )
}
