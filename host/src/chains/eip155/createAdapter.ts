import { type ChainAdapter, ModalError } from '@portico/contracts'
import type { LoadChunk } from '../lazyAdapter.ts'
import { type FoundWallet, watchWallets } from './discovery.ts'
import type { Eip1193Provider } from './provider.ts'
import { isFramed, watchSafe } from './safe/watchSafe.ts'

export interface Eip155Options {
  readonly enableEIP6963: boolean
  readonly enableInjected: boolean
  /** Origins of the Safe interfaces that are allowed to frame the page. */
  readonly safeOrigins?: readonly string[]
  /** Wallets that the site provides. */
  readonly connectors?: readonly FoundWallet[]
}

/** Returns a signal that aborts when the modal closes; undefined while it is closed. */
type Opening = () => AbortSignal | undefined

/**
 * Adapter for installed EVM wallets, the site's own wallets, and the Safe that the page runs inside. Discovery is small
 * and part of this chunk; the code that talks to wallets is in another chunk, loaded once the visitor intends to
 * connect.
 */
export function createEip155Adapter(
  options: Eip155Options,
  loadChunk: LoadChunk = (load) => load(),
  opening?: Opening,
): ChainAdapter {
  const { safeOrigins = [], connectors = [] } = options
  let wallets: readonly FoundWallet[] = []
  /** Settles once it is known whether the page runs in a Safe; if so, with the connector id of the Safe. */
  let home: Promise<string | undefined> | undefined
  /** Ids of connected wallets, which stay listed even if they would otherwise be hidden. */
  const used = new Set<string>()
  let list = () => {}
  const wallet = () => loadChunk(() => import(/* webpackChunkName: "chain-eip155" */ './wallet.ts'))
  const balance = () => loadChunk(() => import(/* webpackChunkName: "chain-eip155" */ './balance.ts'))

  const find = (connectorId: string) => wallets.find(({ connector }) => connector.id === connectorId)?.provider

  function use(connectorId: string): void {
    used.add(connectorId)
    list()
  }

  function providerOf(connectorId: string): Eip1193Provider {
    const provider = find(connectorId)
    if (!provider) throw new ModalError('connection.providerMissing', { details: { connectorId } })
    return provider
  }

  return {
    namespace: 'eip155',
    watchConnectors(onChange, signal) {
      let announced: readonly FoundWallet[] = []
      let safe: FoundWallet | undefined
      list = () => {
        // An announced wallet with the id of one of these does not replace it.
        const known = [...(safe ? [safe] : []), ...connectors]
        const others = announced.filter(({ connector }) => !known.some((one) => one.connector.id === connector.id))
        wallets = [...known, ...others]
        const shown = wallets.filter(({ connector, isHidden }) => !isHidden || used.has(connector.id))
        if (!signal.aborted) onChange(shown.map(({ connector }) => connector))
      }
      const onFound = (found: readonly FoundWallet[]) => {
        announced = found
        list()
      }
      watchWallets(options, onFound, signal)
      const onSafe = (found: FoundWallet) => {
        safe = found
        list()
      }
      home = watchSafe(safeOrigins, onSafe, signal, loadChunk)
    },
    ...(isFramed() && { home: async () => home }),
    async connect(connectorId, options) {
      const connection = await (await wallet()).connect(connectorId, providerOf(connectorId), options)
      use(connectorId)
      return connection
    },
    load: wallet,
    async restore(connectorId) {
      const provider = find(connectorId)
      const connection = provider && (await (await wallet()).restore(connectorId, provider))
      if (connection) use(connectorId)
      return connection
    },
    async disconnect(connectorId) {
      used.delete(connectorId)
      list()
      await (await wallet()).revoke(providerOf(connectorId))
    },
    watchConnection(connectorId, onChange, signal) {
      void wallet().then(({ watch }) => {
        const provider = find(connectorId) // undefined if the wallet has disappeared meanwhile
        if (provider && !signal.aborted) watch(provider, onChange, signal)
      })
    },
    getBalance: async (address, network) => (await balance()).getBalance(address, network, opening?.()),
    signMessage: async (connectorId, address, message) =>
      (await wallet()).signMessage(providerOf(connectorId), address, message),
    switchNetwork: async (connectorId, network) => (await wallet()).switchNetwork(providerOf(connectorId), network),
    getProvider: find,
  }
}
