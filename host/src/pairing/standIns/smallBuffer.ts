/** The part of Node's `Buffer` that the pairing client uses in browsers: converting strings and bytes. */
class SmallBuffer extends Uint8Array {
  override toString(encoding = 'utf8'): string {
    if (encoding === 'hex') return Array.from(this, (byte) => byte.toString(16).padStart(2, '0')).join('')
    if (encoding === 'base64') return btoa(Array.from(this, (byte) => String.fromCharCode(byte)).join(''))
    return new TextDecoder().decode(this)
  }
}

/** Reads base64url and missing padding too, as Node does. */
const readBase64 = (text: string) =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/').replace(/=+$/, '')), (one) => one.charCodeAt(0))

const readHex = (text: string) =>
  Uint8Array.from(text.match(/[0-9a-f]{2}/gi) ?? [], (byte) => Number.parseInt(byte, 16))

function bytesOf(from: string | ArrayLike<number>, encoding = 'utf8'): Uint8Array {
  if (typeof from !== 'string') return Uint8Array.from(from)
  if (encoding === 'base64') return readBase64(from)
  return encoding === 'hex' ? readHex(from) : new TextEncoder().encode(from)
}

export const Buffer = {
  from: (from: string | ArrayLike<number>, encoding?: string) => new SmallBuffer(bytesOf(from, encoding)),
  concat: (parts: readonly Uint8Array[]) => new SmallBuffer(parts.flatMap((part) => [...part])),
}
