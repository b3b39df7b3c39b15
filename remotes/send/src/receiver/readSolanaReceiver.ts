import { addressBytes, isOnCurve } from '@portico/contracts/solana'
import type { ReadAddress } from './readReceiver.ts'

/** 32 bytes in base58, from the first character to the last. There is no checksum. */
export const readSolanaReceiver: ReadAddress = (text) => {
  const bytes = addressBytes(text)
  return bytes && { address: text, isOffCurve: !isOnCurve(bytes) }
}
