import { readBitcoinAddress } from '@portico/contracts/chains/bitcoin/address'
import type { ReadAddress } from './readReceiver.ts'

/** Every address has a checksum, so a typo makes it invalid. */
export const readBitcoinReceiver: ReadAddress = (text, caipNetworkId) => {
  const read = readBitcoinAddress(text, caipNetworkId)
  return typeof read === 'object' ? { address: read.text } : read
}
