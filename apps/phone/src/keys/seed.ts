import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'

/** PUBLIC TEST KEYS: never send anything of value to their addresses. Anvil funds the accounts of this mnemonic. */
const MNEMONIC = 'test test test test test test test test test test test junk'

let seed: Uint8Array | undefined
let root: HDKey | undefined

/** BIP-39. Computed on first use, so that loading the page stays fast. */
export function readSeed(): Uint8Array {
  seed ??= mnemonicToSeedSync(MNEMONIC)
  return seed
}

/** BIP-32 on secp256k1. @param path `m/44'/60'/0'/0/0` */
export function deriveKey(path: string): { privateKey: Uint8Array; publicKey: Uint8Array } {
  root ??= HDKey.fromMasterSeed(readSeed())
  const { privateKey, publicKey } = root.derive(path)
  if (!privateKey || !publicKey) throw new Error(`There is no key at ${path}.`)
  return { privateKey, publicKey }
}
