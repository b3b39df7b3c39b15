import {
  type ChainAdapter,
  type ConnectOptions,
  type Connector,
  ModalError,
  WALLET_CONNECT_ID,
} from '@portico/contracts'
import { withConnector } from '../chains/withConnector.ts'
import type { Pairing } from './pairedWallets.ts'

/** Adds pairing to a family's adapter. Pairing handles the connector `walletConnect`, the adapter itself all others. */
export function withPairing(adapter: ChainAdapter, pairing: Pairing): ChainAdapter {
  const { namespace } = adapter
  const connector: Connector = {
    id: WALLET_CONNECT_ID,
    name: 'WalletConnect',
    type: 'WALLET_CONNECT',
    namespace,
  }

  async function pair({ signal }: ConnectOptions) {
    const onAbort = () => pairing.cancel()
    signal?.addEventListener('abort', onAbort, { once: true })
    try {
      if (signal?.aborted) throw new ModalError('connection.modalClosed')
      const { answer } = await pairing.prepare()
      const { connections } = await answer
      const connection = connections[namespace]
      if (!connection) throw new ModalError('connection.chainsUnsupported', { details: { namespace } })
      return connection
    } finally {
      signal?.removeEventListener('abort', onAbort)
    }
  }

  return withConnector(
    adapter,
    WALLET_CONNECT_ID,
    { connectors: () => [connector] },
    {
      ...pairing.family(namespace),
      load: () => pairing.load(),
      connect: (_, options) => pair(options),
      restore: async () => (await pairing.restore())?.connections[namespace],
      disconnect: () => pairing.end(),
    },
  )
}
