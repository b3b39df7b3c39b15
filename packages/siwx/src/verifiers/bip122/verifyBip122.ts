import type { SIWXSession } from '@portico/contracts'
import { base64 } from '@scure/base'
import { readWitness, verifyBip322 } from './bip322.ts'
import { verifyMessageSignature } from './messageSignature.ts'
import { readAddress } from './readAddress.ts'

/** Newer BIP-322 versions prefix the base64 with the variant's name. */
const VARIANT = /^smp(?=A)/

export function verifyBip122({ data, message, signature }: SIWXSession): boolean {
  const output = readAddress(data.accountAddress, data.chainId.slice('bip122:'.length))
  if (!output) return false
  const bytes = base64.decode(signature.replace(VARIANT, ''))
  // A 65-byte witness would have to start with an element count that no key path has.
  if (bytes.length === 65 && (bytes[0] ?? 0) >= 27) return verifyMessageSignature(message, output, bytes)
  const witness = readWitness(bytes)
  return witness !== undefined && verifyBip322(message, output, witness)
}
