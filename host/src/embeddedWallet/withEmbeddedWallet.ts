import type { ChainAdapter, Connector } from '@portico/contracts'
import { lazyAdapter } from '../chains/lazyAdapter.ts'
import { withConnector } from '../chains/withConnector.ts'
import { AUTH_ID, type EmbeddedWallet } from './types.ts'

/**
 * A family in which the embedded wallet has accounts too. Its connector is there as long as e-mail or social login is on,
 * and nothing of its code is fetched before somebody uses it, or has used it at an earlier visit.
 */
export function withEmbeddedWallet(adapter: ChainAdapter, { isOn, watch, client }: EmbeddedWallet): ChainAdapter {
  const { namespace } = adapter
  const connector: Connector = { id: AUTH_ID, name: AUTH_ID, type: 'AUTH', namespace }
  // What reads the chain, and what lists wallets, is the family's own.
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
