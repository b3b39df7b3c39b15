import { getAddress, isAddress } from 'viem'
import type { ReadAddress } from './readReceiver.ts'

/**
 * EIP-55. An address in one case has no checksum, and is taken as it is; one in mixed case whose checksum is wrong was
 * mistyped, or changed.
 */
export const readEvmAddress: ReadAddress = (text) => {
  const prefixed = /^0x/i.test(text) ? `0x${text.slice(2)}` : `0x${text}`
  if (!isAddress(prefixed, { strict: false })) return undefined
  const digits = prefixed.slice(2)
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  const address = getAddress(prefixed)
  return { address, isMisspelt: !isOneCase && address !== prefixed }
}
