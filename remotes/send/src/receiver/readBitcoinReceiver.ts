import { readBitcoinAddress } from '../plan/bitcoin/address.ts'
import type { ReadAddress } from './readReceiver.ts'

/** Every address has a checksum: one that was mistyped is none. */
export const readBitcoinReceiver: ReadAddress = (text, caipNetworkId) => {
  const read = readBitcoinAddress(text, caipNetworkId)
  return typeof read === 'object' ? { address: read.text } : read
}
