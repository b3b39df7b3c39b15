import { HDKey } from '@scure/bip32'
import { deriveEd25519 } from './slip10.ts'
import { masterSeedOf } from './words.ts'

/**
 * The path of each family's key: BIP-32 for secp256k1 keys, SLIP-10 for ed25519 keys, all of whose steps are hardened.
 * Solana's and Polkadot's paths are those of mobile wallets, so that the words give the same accounts there.
 */
export const SECP256K1_PATHS = {
  eip155: "m/44'/60'/0'/0/0",
  bip122: "m/84'/0'/0'/0/0",
  cosmos: "m/44'/118'/0'/0/0",
} as const
export const ED25519_PATHS = {
  /** m/44'/501'/0'/0' */
  solana: [44, 501, 0, 0],
  /** m/44'/354'/0'/0'/0', with ed25519 because no two wallets derive the same sr25519 key from words. */
  polkadot: [44, 354, 0, 0, 0],
} as const

export interface Keys {
  secp256k1(family: keyof typeof SECP256K1_PATHS): Uint8Array
  ed25519(family: keyof typeof ED25519_PATHS): Uint8Array
}

/** Lends private keys while `use` runs, and overwrites each of them afterwards. */
export async function withKeys<T>(seed: Uint8Array, use: (keys: Keys) => Promise<T> | T): Promise<T> {
  const given: Uint8Array[] = []
  const lend = (key: Uint8Array) => {
    given.push(key)
    return key
  }
  const master = await masterSeedOf(seed)
  try {
    return await use({
      secp256k1(family) {
        const root = HDKey.fromMasterSeed(master)
        const node = root.derive(SECP256K1_PATHS[family])
        root.wipePrivateData()
        const key = node.privateKey?.slice()
        node.wipePrivateData()
        if (!key) throw new Error('A node that was derived from a seed has a private key.')
        return lend(key)
      },
      ed25519: (family) => lend(deriveEd25519(master, ED25519_PATHS[family])),
    })
  } finally {
    for (const bytes of [master, ...given]) bytes.fill(0)
  }
}
