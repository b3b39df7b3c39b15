/**
 * The development wallet. It runs before the page's own scripts, as an extension would. `?wallet=` says how it behaves;
 * `legacy=1` also makes it `window.ethereum`, unless a real wallet is there.
 */

import { readSettings } from './page/settings.ts'
import { announce } from './wallet/announce.ts'
import { parseBehaviour } from './wallet/behaviour.ts'
import { createWallet, type Provider, type WalletControls } from './wallet/createWallet.ts'
import { DEVELOPMENT_KEYS } from './wallet/developmentKeys.ts'

declare global {
  interface Window {
    devWallet?: WalletControls
    ethereum?: unknown
  }
}

/** A chain that the page does not configure. */
const WRONG_CHAIN_ID = 1

const query = new URLSearchParams(location.search)
const behaviour = query.get('wallet') || 'ok'
const { chains } = readSettings()
const [homeChain] = chains

const wallet = createWallet({
  behaviour,
  keys: DEVELOPMENT_KEYS,
  firstChainId: parseBehaviour(behaviour).startsOnWrongChain ? WRONG_CHAIN_ID : homeChain.id,
  rpcUrls: { [homeChain.id]: homeChain.rpcUrl },
  storage: localStorage,
})

window.devWallet = wallet.controls
announce(wallet.provider)
if (query.get('legacy') === '1') window.ethereum ??= wallet.provider satisfies Provider
