import { decodeBase64, decodeHex } from '@portico/contracts/chains/bytes'

const isHex = (text: string) => /^([0-9a-f]{2})+$/i.test(text)

/** Bytes from a wallet, given as an array, hexadecimal or base64. Undefined for anything else. */
export function readBytes(value: unknown): Uint8Array | undefined {
  // Not `instanceof`: the array may come from another frame.
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice()
  if (typeof value !== 'string' || value === '') return undefined
  // Base64 of what we ask for (signatures, PSBTs) always contains a character that hexadecimal lacks.
  return isHex(value) ? decodeHex(value) : decodeBase64(value)
}
