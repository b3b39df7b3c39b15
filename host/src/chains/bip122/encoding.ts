import { safely } from '../announced.ts'

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

const fromHex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))

export const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

/** @throws DOMException when it is no base64 */
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

const isHex = (text: string) => /^([0-9a-f]{2})+$/i.test(text)

/** Bytes as wallets give them: themselves, hexadecimal or base64. Undefined: none of these. */
export function readBytes(value: unknown): Uint8Array | undefined {
  // Not `instanceof`: a wallet's array may come from another frame.
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice()
  if (typeof value !== 'string' || value === '') return undefined
  // Base64 of what we read (a signature, a PSBT) always has a character that hexadecimal has not.
  return safely(() => (isHex(value) ? fromHex(value) : fromBase64(value)))
}
