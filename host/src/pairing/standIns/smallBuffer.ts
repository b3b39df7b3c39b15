/** Node's `Buffer`, as much of it as the client of pairing uses in a browser, where there is none: texts and bytes. */
class SmallBuffer extends Uint8Array {
  override toString(encoding = 'utf8'): string {
    if (encoding === 'hex') return Array.from(this, (byte) => byte.toString(16).padStart(2, '0')).join('')
    if (encoding === 'base64') return btoa(Array.from(this, (byte) => String.fromCharCode(byte)).join(''))
    return new TextDecoder().decode(this)
  }
}

/** Node also reads the alphabet of URLs, and padding that is not there. */
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
