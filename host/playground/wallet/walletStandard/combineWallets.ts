import type { Wallet, WalletAccount } from '@wallet-standard/base'
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
  StandardEventsListeners,
} from '@wallet-standard/features'

type Standard = Partial<StandardConnectFeature & StandardDisconnectFeature & StandardEventsFeature>

const standardOf = (wallet: Wallet): Standard => wallet.features

/** One wallet for several families, as some extensions are: it lists all accounts, and sites filter by chain. */
export function combineWallets(wallets: readonly [Wallet, ...Wallet[]]): Wallet {
  const [{ version, name, icon }] = wallets
  let accounts: readonly WalletAccount[] = []

  /** Returns the same list until something changes, so that lists can be compared. */
  function allAccounts() {
    const present = wallets.flatMap((wallet) => wallet.accounts)
    const isSame = present.length === accounts.length && present.every((account, i) => account === accounts[i])
    if (!isSame) accounts = present
    return accounts
  }

  const connecting = wallets.flatMap((wallet) => standardOf(wallet)['standard:connect'] ?? [])
  const disconnecting = wallets.flatMap((wallet) => standardOf(wallet)['standard:disconnect'] ?? [])
  const telling = wallets.flatMap((wallet) => standardOf(wallet)['standard:events'] ?? [])

  const features: Standard = {
    'standard:connect': {
      version: '1.0.0',
      async connect(input) {
        for (const feature of connecting) await feature.connect(input)
        return { accounts: allAccounts() }
      },
    },
    'standard:disconnect': {
      version: '1.0.0',
      async disconnect() {
        for (const feature of disconnecting) await feature.disconnect()
      },
    },
    'standard:events': {
      version: '1.0.0',
      on(event, listener) {
        const hear: StandardEventsListeners['change'] = (change) =>
          listener(change?.accounts ? { ...change, accounts: allAccounts() } : change)
        const undo = telling.map((feature) => feature.on(event, hear))
        return () => undo.forEach((stop) => void stop())
      },
    },
  }

  return {
    version,
    name,
    icon,
    chains: wallets.flatMap(({ chains }) => chains),
    get accounts() {
      return allAccounts()
    },
    features: Object.assign({}, ...wallets.map((wallet) => wallet.features), features),
  }
}
