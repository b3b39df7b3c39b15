import type { ChainAdapter, Connector } from '@portico/contracts'
import type { Part } from '../modalShell.ts'
import { connectorsFound } from './connectionsSlice.ts'

/** Keeps the list of wallets that each family's adapter finds. */
export const watchWallets: Part = ({ store, services: { adapters }, read: { options } }) => {
  const life = new AbortController()
  /** The image that the site has set for a wallet takes precedence over the wallet's own. */
  const withOwnImage = (connector: Connector): Connector => {
    const imageUrl = options.connectorImages?.[connector.id]
    return imageUrl ? { ...connector, imageUrl } : connector
  }
  for (const adapter of Object.values(adapters)) {
    const { namespace } = adapter
    const onFound: Parameters<ChainAdapter['watchConnectors']>[0] = (connectors) =>
      store.dispatch(connectorsFound({ namespace, connectors: connectors.map(withOwnImage) }))
    try {
      adapter.watchConnectors(onFound, life.signal)
    } catch (error) {
      console.error('[portico]', error) // if a site's own adapter fails, only its family has no wallets
    }
  }
  return () => life.abort()
}
