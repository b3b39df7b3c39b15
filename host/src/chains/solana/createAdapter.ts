import { type ChainAdapter, ModalError, type Network } from '@portico/contracts'
import { getBalance } from './balance.ts'
import { type FoundWallet, watchWallets } from './discovery.ts'
import { walletChain } from './networks.ts'
import { createProvider, type SolanaProvider } from './provider.ts'
import type { SolanaWallet } from './solanaWallet.ts'
import { connect, disconnect, restore, signMessage, watch } from './wallet.ts'

export interface SolanaOptions {
  /** Returns a signal that aborts when the modal closes; undefined while it is closed. */
  readonly opening?: () => AbortSignal | undefined
}

/** Adapter for installed Solana wallets (Wallet Standard). All in one chunk, so a wallet can be asked synchronously. */
export function createSolanaAdapter({ opening }: SolanaOptions = {}): ChainAdapter {
  let wallets: readonly FoundWallet[] = []
  /** The network of each connection, because a wallet has none of its own. Kept when the connection ends. */
  const networks = new Map<string, Network>()
  const providers = new WeakMap<SolanaWallet, SolanaProvider>()
  /** Called when a wallet disappears, to end connections that are watched. */
  const watchers = new Set<() => void>()

  const find = (connectorId: string) => wallets.find(({ connector }) => connector.id === connectorId)?.wallet

  function walletOf(connectorId: string): SolanaWallet {
    const wallet = find(connectorId)
    if (!wallet) throw new ModalError('connection.providerMissing', { details: { connectorId } })
    return wallet
  }

  return {
    namespace: 'solana',
    watchConnectors(onChange, signal) {
      watchWallets((found) => {
        wallets = found
        for (const look of [...watchers]) look()
        onChange(found.map(({ connector }) => connector))
      }, signal)
    },
    async connect(connectorId, { network, signal }) {
      const connection = await connect(connectorId, walletOf(connectorId), network, signal)
      networks.set(connectorId, network)
      return connection
    },
    async restore(connectorId, { network }) {
      const wallet = find(connectorId)
      const connection = wallet && (await restore(connectorId, wallet, network))
      if (connection) networks.set(connectorId, network)
      return connection
    },
    disconnect: async (connectorId) => disconnect(walletOf(connectorId)),
    watchConnection(connectorId, onChange, signal) {
      const wallet = find(connectorId)
      if (!wallet || signal.aborted) return
      const look = () => {
        if (find(connectorId) === wallet) return
        watchers.delete(look)
        onChange({ type: 'disconnected' })
      }
      watchers.add(look)
      signal.addEventListener('abort', () => watchers.delete(look), { once: true })
      watch(wallet, onChange, signal)
    },
    getBalance: (address, network) => getBalance(address, network, opening?.()),
    signMessage: async (connectorId, address, message) => signMessage(walletOf(connectorId), address, message),
    /** Does not ask the wallet: each transaction tells it the network to sign for. */
    async switchNetwork(connectorId, network) {
      if (!walletChain(network, walletOf(connectorId).chains())) throw new ModalError('chain.unsupported')
      networks.set(connectorId, network)
    },
    getProvider(connectorId) {
      const wallet = find(connectorId)
      if (!wallet) return undefined
      const provider = providers.get(wallet) ?? createProvider(wallet, () => networks.get(connectorId))
      providers.set(wallet, provider)
      return provider
    },
  }
}
