import type { Signers, Wallet } from '../interfaces.ts'
import { withKeys } from './deriveKeys.ts'

/** Lends a wallet's private keys: each exists while `use` runs, and is overwritten when that has settled. */
export const createSigners = (wallet: Pick<Wallet, 'withSeed'>): Signers => ({
  withEvmKey: (use) => wallet.withSeed((seed) => withKeys(seed, (keys) => use(keys.secp256k1('eip155')))),
  withSolanaKey: (use) => wallet.withSeed((seed) => withKeys(seed, (keys) => use(keys.ed25519('solana')))),
})
