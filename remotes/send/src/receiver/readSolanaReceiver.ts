import { addressBytes, isOnCurve } from '@portico/contracts/solana'
import type { ReadAddress } from './readReceiver.ts'

/** Exactly 32 bytes in base58. There is no checksum. */
export const readSolanaReceiver: ReadAddress = (text) => {
  const bytes = addressBytes(text)
  return bytes && { address: text, isOffCurve: !isOnCurve(bytes) }
}
