import { decodeBase64, decodeHex } from '@portico/contracts/chains/bytes'

const isHex = (text: string) => /^([0-9a-f]{2})+$/i.test(text)

/** Bytes as wallets give them: themselves, hexadecimal or base64. Undefined: none of these. */
export function readBytes(value: unknown): Uint8Array | undefined {
  // Not `instanceof`: a wallet's array may come from another frame.
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice()
  if (typeof value !== 'string' || value === '') return undefined
  // Base64 of what we read (a signature, a PSBT) always has a character that hexadecimal has not.
  return isHex(value) ? decodeHex(value) : decodeBase64(value)
}
