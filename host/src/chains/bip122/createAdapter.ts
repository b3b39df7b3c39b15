import { type ChainAdapter, ModalError, type Network } from '@portico/contracts'
import type { LoadChunk } from '../lazyAdapter.ts'
import { getBalance } from './balance.ts'
import { connect, disconnect, networkFor, restore, switchNetwork } from './connection.ts'
import { type FoundWallet, listed, watchWallets } from './discovery.ts'
import { createLive, type Live } from './live.ts'
import { type BitcoinProvider, createProvider } from './provider.ts'
import { signMessage } from './requests.ts'
import type { BitcoinWallet } from './wallet.ts'

export interface Bip122Options {
  /** The site's current networks; those of other families are ignored. */
  readonly networks: () => readonly Network[]
}

/** What is kept about a wallet while it is present. */
interface Known {
  readonly live: Live
  readonly provider: BitcoinProvider
}

/** Adapter for installed Bitcoin wallets. All but PSBT signing is in one chunk, to ask wallets synchronously. */
export function createBip122Adapter(
  { networks }: Bip122Options,
  loadChunk: LoadChunk = (load) => load(),
): ChainAdapter {
  const configured = () => networks().filter(({ chainNamespace }) => chainNamespace === 'bip122')
  let found: readonly FoundWallet[] = []
  const known = new WeakMap<BitcoinWallet, Known>()
  /** Called when a wallet disappears, to end connections that are watched. */
  const watchers = new Set<() => void>()

  /** Prefers the connected entry, even if a better one has appeared, then a listed one, then any other. */
  function find(connectorId: string): BitcoinWallet | undefined {
    const all = [...listed(found), ...found.map(({ wallet }) => wallet)].filter(
      ({ connector }) => connector.id === connectorId,
    )
    return all.find((wallet) => knownOf(wallet).live.connection) ?? all[0]
  }

  function walletOf(connectorId: string): BitcoinWallet {
    const wallet = find(connectorId)
    if (!wallet) throw new ModalError('connection.providerMissing', { details: { connectorId } })
    return wallet
  }

  async function move(wallet: BitcoinWallet, network: Network): Promise<void> {
    const to = await switchNetwork(wallet, network)
    await knownOf(wallet).live.moved(to)
  }

  function knownOf(wallet: BitcoinWallet): Known {
    const there = known.get(wallet)
    if (there) return there
    const live = createLive(wallet)
    const provider = createProvider({
      wallet,
      live,
      network: (id) => configured().find(({ caipNetworkId }) => caipNetworkId === id),
      switchNetwork: (network) => move(wallet, network),
      signPsbt: () => loadChunk(() => import(/* webpackChunkName: "chain-bip122-psbt" */ './signPsbt.ts')),
    })
    const made = { live, provider }
    known.set(wallet, made)
    return made
  }

  return {
    namespace: 'bip122',
    watchConnectors(onChange, signal) {
      watchWallets((wallets) => {
        found = wallets
        for (const look of [...watchers]) look()
        onChange(listed(found).map(({ connector }) => connector))
      }, signal)
    },
    async connect(connectorId, { network, signal }) {
      const wallet = walletOf(connectorId)
      const wanted = networkFor(wallet, network, configured()[0])
      const connection = await connect(wallet, wanted, signal)
      knownOf(wallet).live.begin(connection)
      return connection
    },
    async restore(connectorId, { network }) {
      const wallet = find(connectorId)
      const connection = wallet && (await restore(wallet, network, configured()[0]))
      if (connection) knownOf(wallet).live.begin(connection)
      return connection
    },
    async disconnect(connectorId) {
      const wallet = walletOf(connectorId)
      knownOf(wallet).live.end()
      await disconnect(wallet)
    },
    watchConnection(connectorId, onChange, signal) {
      const wallet = find(connectorId)
      if (!wallet || signal.aborted) return
      const look = () => {
        if (found.some((one) => one.wallet === wallet)) return
        watchers.delete(look)
        onChange({ type: 'disconnected' })
      }
      watchers.add(look)
      signal.addEventListener('abort', () => watchers.delete(look), { once: true })
      knownOf(wallet).live.watch(onChange, signal)
    },
    getBalance,
    signMessage: async (connectorId, address, message) => {
      const wallet = walletOf(connectorId)
      return signMessage(wallet, knownOf(wallet).live.connection, { address, message })
    },
    switchNetwork: async (connectorId, network) => move(walletOf(connectorId), network),
    getProvider(connectorId) {
      const wallet = find(connectorId)
      return wallet && knownOf(wallet).provider
    },
  }
}
