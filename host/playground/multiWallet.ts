/**
 * A development wallet for three chain families, on pages with `multi=`, which sets its behavior. It appears once per
 * family, in that family's way, always under the same name. With `together=1` it is a single Wallet Standard wallet for
 * Solana and Bitcoin.
 */

import { readSettings } from './page/settings.ts'
import { announce } from './wallet/announce.ts'
import { parseBehaviour } from './wallet/behaviour.ts'
import type { BitcoinControls } from './wallet/bitcoin/bitcoinControls.ts'
import { createStandardWallet } from './wallet/bitcoin/createStandardWallet.ts'
import type { CoreControls } from './wallet/coreControls.ts'
import { createPresence } from './wallet/createPresence.ts'
import { createWallet, type WalletControls } from './wallet/createWallet.ts'
import { DEVELOPMENT_KEYS } from './wallet/developmentKeys.ts'
import { createSolanaWallet } from './wallet/solana/createSolanaWallet.ts'
import { storageOf } from './wallet/storageOf.ts'
import { combineWallets } from './wallet/walletStandard/combineWallets.ts'
import { registerWallet } from './wallet/walletStandard/registerWallet.ts'

/** Controls for all families of the wallet at once; each family also has its own controls. */
export interface MultiWalletControls {
  readonly evm: WalletControls
  readonly solana: CoreControls
  readonly bitcoin: BitcoinControls
  setBehaviour(behaviour: string): void
  approve(): void
  setAccount(index: number): void
  lock(): void
  announce(): void
  /** Has no effect on EVM pages that know the wallet: EIP-6963 has no withdrawal. */
  withdraw(): void
}

declare global {
  interface Window {
    /** Set on pages with `multi=`. */
    multiWallet?: MultiWalletControls
  }
}

const NAME = 'Portico Multi Wallet'
const query = new URLSearchParams(location.search)
const behaviour = query.get('multi') || 'ok'
const isTogether = query.get('together') === '1'
const settings = readSettings()
const [homeChain] = settings.chains

const { provider, controls: evm } = createWallet({
  behaviour,
  keys: DEVELOPMENT_KEYS,
  firstChainId: homeChain.id,
  rpcUrls: { [homeChain.id]: homeChain.rpcUrl },
  storage: storageOf('multi.', localStorage),
})
const parsed = parseBehaviour(behaviour)
const presence = createPresence(parsed, () =>
  announce(provider, { name: NAME, rdns: 'dev.portico.multi', hostility: parsed.hostility }),
)

/** A target without listeners, so that combined wallets do not also appear separately. */
const page = isTogether ? new EventTarget() : window

const { wallet: solanaWallet, controls: solana } = createSolanaWallet({
  behaviour,
  name: NAME,
  rpcUrl: settings.solana?.rpcUrl,
  storage: storageOf('multi.solana.', localStorage),
  page,
})
const { wallet: bitcoinWallet, controls: bitcoin } = createStandardWallet({
  behaviour,
  name: NAME,
  rpcUrl: settings.bitcoin?.rpcUrl,
  storage: storageOf('multi.bitcoin.', localStorage),
  page,
})

const families = [evm, solana, bitcoin]
const shown = isTogether
  ? [presence, createPresence(parsed, () => registerWallet(combineWallets([solanaWallet, bitcoinWallet]), window))]
  : [presence, solana, bitcoin]

window.multiWallet = {
  evm,
  solana,
  bitcoin,
  setBehaviour: (next) => families.forEach((family) => void family.setBehaviour(next)),
  approve: () => families.forEach((family) => void family.approve()),
  setAccount: (index) => families.forEach((family) => void family.setAccount(index)),
  lock: () => families.forEach((family) => void family.lock()),
  announce: () => shown.forEach((one) => void one.announce()),
  withdraw: () => shown.forEach((one) => void one.withdraw()),
}
