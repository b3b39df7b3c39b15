import { getAddress, isAddress } from 'viem'
import type { ReadAddress } from './readReceiver.ts'

/**
 * EIP-55. A single-case address has no checksum and is accepted; mixed case with a wrong checksum is a typo or was
 * tampered with.
 */
export const readEvmAddress: ReadAddress = (text) => {
  const prefixed = /^0x/i.test(text) ? `0x${text.slice(2)}` : `0x${text}`
  if (!isAddress(prefixed, { strict: false })) return undefined
  const digits = prefixed.slice(2)
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  const address = getAddress(prefixed)
  return { address, isMisspelt: !isOneCase && address !== prefixed }
}
