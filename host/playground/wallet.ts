/**
 * The development wallet. It runs before the page's own scripts, like an extension. `?wallet=` sets its behavior
 * (`wallet/behaviour.ts` lists the terms); `legacy=1` also makes it `window.ethereum`, unless a real wallet is there;
 * `other=` adds a second wallet with that behavior. Wallets of other chains have their own scripts: `solanaWallet.ts`,
 * `bitcoinWallets.ts`, `multiWallet.ts`.
 */

import { readSettings } from './page/settings.ts'
import { announce } from './wallet/announce.ts'
import { parseBehaviour } from './wallet/behaviour.ts'
import { createPresence, type Presence } from './wallet/createPresence.ts'
import { createWallet, type Provider, type WalletControls } from './wallet/createWallet.ts'
import { DEVELOPMENT_KEYS } from './wallet/developmentKeys.ts'
import { storageOf } from './wallet/storageOf.ts'
import type { WalletStorage } from './wallet/walletMemory.ts'
import type { WalletSetup } from './wallet/walletState.ts'

declare global {
  interface Window {
    devWallet?: WalletControls & Presence
    /** Set on pages with `other=`. */
    otherWallet?: WalletControls & Presence
    ethereum?: unknown
  }
}

/** A chain that the page does not configure. */
const WRONG_CHAIN_ID = 1

const query = new URLSearchParams(location.search)
const { chains } = readSettings()
const [homeChain] = chains

const walletOf = (behaviour: string, keys: WalletSetup['keys'], storage: WalletStorage) =>
  createWallet({
    behaviour,
    keys,
    firstChainId: parseBehaviour(behaviour).startsOnWrongChain ? WRONG_CHAIN_ID : homeChain.id,
    rpcUrls: { [homeChain.id]: homeChain.rpcUrl },
    storage,
  })

/** Shows a wallet when its behavior or its controls say so. Pages that know the wallet keep it after a withdrawal. */
function show({ provider, controls }: ReturnType<typeof createWallet>, name: string, rdns: string) {
  const behaviour = parseBehaviour(controls.behaviour)
  const presence = createPresence(behaviour, () => announce(provider, { name, rdns, hostility: behaviour.hostility }))
  return Object.assign(controls, presence)
}

const wallet = walletOf(query.get('wallet') || 'ok', DEVELOPMENT_KEYS, localStorage)
window.devWallet = show(wallet, 'Portico Dev Wallet', 'dev.portico.wallet')
if (query.get('legacy') === '1') window.ethereum ??= wallet.provider satisfies Provider

const otherBehaviour = query.get('other')
if (otherBehaviour) {
  const [, ...otherKeys] = DEVELOPMENT_KEYS
  const other = walletOf(otherBehaviour, otherKeys, storageOf('other.', localStorage))
  window.otherWallet = show(other, 'Portico Other Wallet', 'dev.portico.other')
}
