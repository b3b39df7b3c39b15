import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { withKeys } from '../../keys/deriveKeys.ts'
import { exportWords } from '../../keys/words.ts'
import type { OpenedWallet } from './openedWallet.ts'

/** A secret of the wallet, in the format that other wallets import. */
export interface ExportedKey {
  readonly kind: 'words' | 'evm' | 'solana'
  /** Makes the text on demand, because a string cannot be overwritten. */
  read(): string
}

export interface ExportedKeys {
  readonly keys: readonly ExportedKey[]
  /** Overwrites the keys, which can no longer be read afterwards. */
  wipe(): void
}

/**
 * Takes the keys out of the wallet: 24 words (BIP-39, empty passphrase), from which other wallets derive the same
 * addresses (m/44'/60'/0'/0/0 and m/44'/501'/0'/0'); the EVM private key, as `0x` and 64 digits; and Solana's 64 bytes,
 * secret and public key, in base58. The caller calls `wipe`.
 */
export async function takeKeys({ wallet }: Pick<OpenedWallet, 'wallet'>): Promise<ExportedKeys> {
  const { seed, evm, solana } = await wallet.withSeed((lent) =>
    withKeys(lent, (keys) => {
      const secret = keys.ed25519('solana')
      return {
        seed: lent.slice(),
        evm: keys.secp256k1('eip155').slice(),
        solana: concatBytes(secret, ed25519.getPublicKey(secret)),
      }
    }),
  )
  let isWiped = false
  const unlessWiped = (read: () => string) => () => (isWiped ? '' : read())
  return {
    keys: [
      { kind: 'words', read: unlessWiped(() => exportWords(seed)) },
      { kind: 'evm', read: unlessWiped(() => `0x${bytesToHex(evm)}`) },
      { kind: 'solana', read: unlessWiped(() => base58.encode(solana)) },
    ],
    wipe() {
      isWiped = true
      for (const bytes of [seed, evm, solana]) bytes.fill(0)
    },
  }
}
