import type { SIWXSession } from '@portico/contracts'
import { base64 } from '@scure/base'
import { readWitness, verifyBip322 } from './bip322.ts'
import { verifyMessageSignature } from './messageSignature.ts'
import { readAddress } from './readAddress.ts'

/** Newer releases of BIP-322 put the name of the variant before the base64. */
const VARIANT = /^smp(?=A)/

export function verifyBip122({ data, message, signature }: SIWXSession): boolean {
  const output = readAddress(data.accountAddress, data.chainId.slice('bip122:'.length))
  if (!output) return false
  const bytes = base64.decode(signature.replace(VARIANT, ''))
  // A witness of 65 bytes would have to begin with a count that no key path has.
  if (bytes.length === 65 && (bytes[0] ?? 0) >= 27) return verifyMessageSignature(message, output, bytes)
  const witness = readWitness(bytes)
  return witness !== undefined && verifyBip322(message, output, witness)
}
