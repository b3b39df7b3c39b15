/**
 * The development wallet. It runs before the page's own scripts, as an extension would. `?wallet=` says how it behaves;
 * `legacy=1` also makes it `window.ethereum`, unless a real wallet is there; `other=` adds a second wallet that
 * behaves as it says.
 */

import { readSettings } from './page/settings.ts'
import { announce } from './wallet/announce.ts'
import { parseBehaviour } from './wallet/behaviour.ts'
import { createWallet, type Provider, type WalletControls } from './wallet/createWallet.ts'
import { DEVELOPMENT_KEYS } from './wallet/developmentKeys.ts'
import type { WalletStorage } from './wallet/walletMemory.ts'
import type { WalletSetup } from './wallet/walletState.ts'

declare global {
  interface Window {
    devWallet?: WalletControls
    /** With `other=`. */
    otherWallet?: WalletControls
    ethereum?: unknown
  }
}

/** A chain that the page does not configure. */
const WRONG_CHAIN_ID = 1

const query = new URLSearchParams(location.search)
const { chains } = readSettings()
const [homeChain] = chains

/** Each wallet remembers for itself what it was told. */
const storageOf = (owner: string): WalletStorage => ({
  getItem: (key) => localStorage.getItem(`${owner}${key}`),
  setItem: (key, value) => localStorage.setItem(`${owner}${key}`, value),
})

const walletOf = (behaviour: string, keys: WalletSetup['keys'], storage: WalletStorage) =>
  createWallet({
    behaviour,
    keys,
    firstChainId: parseBehaviour(behaviour).startsOnWrongChain ? WRONG_CHAIN_ID : homeChain.id,
    rpcUrls: { [homeChain.id]: homeChain.rpcUrl },
    storage,
  })

const wallet = walletOf(query.get('wallet') || 'ok', DEVELOPMENT_KEYS, localStorage)
window.devWallet = wallet.controls
announce(wallet.provider, { name: 'Portico Dev Wallet', rdns: 'dev.portico.wallet' })
if (query.get('legacy') === '1') window.ethereum ??= wallet.provider satisfies Provider

const otherBehaviour = query.get('other')
if (otherBehaviour) {
  const [, ...otherKeys] = DEVELOPMENT_KEYS
  const other = walletOf(otherBehaviour, otherKeys, storageOf('other.'))
  window.otherWallet = other.controls
  announce(other.provider, { name: 'Portico Other Wallet', rdns: 'dev.portico.other' })
}
