/**
 * The Bitcoin development wallets, one for each way in which such wallets appear on a page. The page's query selects
 * the wallets and sets their behavior: `bitcoin=ok` adds the Wallet Standard wallet, and
 * `xverse=reject&unisat=delay:500` adds two others.
 */

import { readSettings } from './page/settings.ts'
import type { BitcoinControls, BitcoinSetup } from './wallet/bitcoin/bitcoinControls.ts'
import { createLeather } from './wallet/bitcoin/createLeather.ts'
import { createOkx } from './wallet/bitcoin/createOkx.ts'
import { createStandardWallet } from './wallet/bitcoin/createStandardWallet.ts'
import { createUnisat } from './wallet/bitcoin/createUnisat.ts'
import { createXverse } from './wallet/bitcoin/createXverse.ts'
import { storageOf } from './wallet/storageOf.ts'

/** The wallets, keyed by query parameter. */
const wallets = {
  bitcoin: { name: 'Portico Bitcoin Wallet', create: createStandardWallet },
  xverse: { name: 'Portico Xverse', create: createXverse },
  // Leather exposes its provider late; this is the default delay.
  leather: { name: 'Portico Leather', create: createLeather, habits: 'late:300' },
  okx: { name: 'Portico OKX', create: createOkx },
  unisat: { name: 'Portico UniSat', create: (setup: BitcoinSetup) => createUnisat(setup, { path: 'unisat' }) },
  bitget: {
    name: 'Portico Bitget',
    create: (setup: BitcoinSetup) => createUnisat(setup, { path: 'bitkeep.unisat', iconPath: 'bitkeep.suiWallet' }),
  },
  binance: {
    name: 'Portico Binance',
    create: (setup: BitcoinSetup) => createUnisat(setup, { path: 'binancew3w.bitcoin' }),
  },
} satisfies Record<
  string,
  { name: string; create(setup: BitcoinSetup): { controls: BitcoinControls }; habits?: string }
>

export type BitcoinWalletName = keyof typeof wallets

declare global {
  interface Window {
    /** The wallets that the query names. */
    bitcoinWallets?: Partial<Record<BitcoinWalletName, BitcoinControls>>
  }
}

const query = new URLSearchParams(location.search)
const rpcUrl = readSettings().bitcoin?.rpcUrl

window.bitcoinWallets = Object.fromEntries(
  Object.entries(wallets)
    .filter(([parameter]) => query.has(parameter))
    .map(([parameter, { name, create, ...rest }]) => {
      const habits = 'habits' in rest ? rest.habits : ''
      const behaviour = `${habits},${query.get(parameter) || 'ok'}`
      const storage = storageOf(`${parameter}.`, localStorage)
      return [parameter, create({ behaviour, name, rpcUrl, storage, page: window }).controls]
    }),
)
