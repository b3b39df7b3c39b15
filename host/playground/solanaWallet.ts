/** The Solana development wallet, on pages with `solana=`, which sets its behavior: `solana=ok`, `solana=late:500`. */

import { readSettings } from './page/settings.ts'
import type { CoreControls } from './wallet/coreControls.ts'
import { createSolanaWallet } from './wallet/solana/createSolanaWallet.ts'
import { storageOf } from './wallet/storageOf.ts'

declare global {
  interface Window {
    /** Set on pages with `solana=`. */
    solanaWallet?: CoreControls
  }
}

window.solanaWallet = createSolanaWallet({
  behaviour: new URLSearchParams(location.search).get('solana') || 'ok',
  name: 'Portico Solana Wallet',
  rpcUrl: readSettings().solana?.rpcUrl,
  storage: storageOf('solana.', localStorage),
  page: window,
}).controls
