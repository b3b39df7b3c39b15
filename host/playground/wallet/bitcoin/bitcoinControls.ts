import { type CoreControls, coreControls } from '../coreControls.ts'
import { createPresence } from '../createPresence.ts'
import type { CoreSetup, WalletCore } from '../walletCore.ts'
import type { BitcoinNetworkName } from './bitcoinNetworks.ts'
import type { Vault } from './createVault.ts'

export interface BitcoinSetup extends CoreSetup {
  readonly name: string
  /** Base URL of Esplora's REST interface. */
  readonly rpcUrl?: string
  /** The page's window. */
  readonly page: EventTarget & object
}

export interface BitcoinControls extends CoreControls {
  readonly network: BitcoinNetworkName
  /** Encodes the wallet's addresses for another network. The wallet can send only on `regtest`, its initial network. */
  setNetwork(network: BitcoinNetworkName): void
}

/**
 * @param appear shows the wallet to the page, and returns a function that hides it again
 * @param onNetwork notifies the site of another network
 */
export function bitcoinControls(
  core: WalletCore,
  vault: Vault,
  appear: () => () => void,
  onNetwork: () => void,
): BitcoinControls {
  const controls = coreControls(core, vault.all, createPresence(core.behaviour, appear))
  return Object.defineProperties(controls as BitcoinControls, {
    network: { enumerable: true, get: () => vault.network },
    setNetwork: {
      enumerable: true,
      value(network: BitcoinNetworkName) {
        if (network === vault.network) return
        vault.setNetwork(network)
        onNetwork()
      },
    },
  })
}
