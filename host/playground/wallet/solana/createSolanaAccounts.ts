import { ed25519 } from '@noble/curves/ed25519'
import { base58, hex } from '@scure/base'
import type { IdentifierArray, WalletAccount } from '@wallet-standard/base'

export const SOLANA_CHAINS = ['solana:mainnet', 'solana:devnet', 'solana:localnet'] as const

const FEATURES: IdentifierArray = ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction']

export interface SolanaAccount {
  readonly seed: Uint8Array
  /** The account object for the site: always the same object, so that it can be compared. */
  readonly shown: WalletAccount
}

/** @param keys 32-byte seeds in hex */
export const createSolanaAccounts = (keys: readonly string[]): readonly SolanaAccount[] =>
  keys.map((key) => {
    const seed = hex.decode(key)
    const publicKey = ed25519.getPublicKey(seed)
    return {
      seed,
      shown: Object.freeze({
        address: base58.encode(publicKey),
        publicKey,
        chains: SOLANA_CHAINS,
        features: FEATURES,
      }),
    }
  })
