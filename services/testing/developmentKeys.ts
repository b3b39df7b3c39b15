import { createHmac, createPrivateKey, createPublicKey, pbkdf2Sync } from 'node:crypto'
import { encodeBase58 } from '@portico/contracts/chains/bytes'

const MNEMONIC = 'test test test test test test test test test test test junk'

/** The seed of the development mnemonic (BIP 39), without a passphrase. */
export const developmentSeed = (): Buffer => pbkdf2Sync(MNEMONIC, 'mnemonic', 2_048, 64, 'sha512')

const HARDENED = 0x8000_0000
/** The prefix that turns the 32 bytes of an Ed25519 key into PKCS #8 (RFC 8410). */
const PRIVATE_KEY_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * The key of `m/44'/501'/n'/0'` (SLIP-10), in the format of Solana wallets: private and public half of 32 bytes each.
 */
export function solanaKey(n: number): { readonly bytes: Uint8Array; readonly address: string } {
  let node = createHmac('sha512', 'ed25519 seed').update(developmentSeed()).digest()
  for (const index of [44, 501, n, 0]) {
    const data = Buffer.alloc(37)
    node.copy(data, 1, 0, 32)
    data.writeUInt32BE(HARDENED + index, 33)
    node = createHmac('sha512', node.subarray(32)).update(data).digest()
  }
  const secret = node.subarray(0, 32)
  const key = createPrivateKey({ key: Buffer.concat([PRIVATE_KEY_PREFIX, secret]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(-32)
  return { bytes: Buffer.concat([secret, publicKey]), address: encodeBase58(publicKey) }
}
