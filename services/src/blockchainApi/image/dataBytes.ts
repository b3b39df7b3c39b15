const PERCENT = 0x25

/** The value of an ASCII code as a hexadecimal digit, or NaN. */
const digit = (code: number | undefined) => Number.parseInt(String.fromCharCode(code ?? 0), 16)

/** Replaces every escape such as `%41` by its byte. Visits each character only once, because there may be millions. */
function percentDecoded(text: string): Buffer {
  const bytes = Buffer.from(text)
  let length = bytes.indexOf(PERCENT)
  if (length === -1) return bytes
  for (let at = length; at < bytes.length; at++) {
    const value = bytes[at] === PERCENT ? digit(bytes[at + 1]) * 16 + digit(bytes[at + 2]) : Number.NaN
    const isEscape = !Number.isNaN(value)
    bytes[length++] = isEscape ? value : (bytes[at] ?? 0)
    if (isEscape) at += 2
  }
  return bytes.subarray(0, length)
}

/**
 * The content of a `data:` URL (RFC 2397). Such URLs are written by hand in contracts, so a literal `#` or `%` and
 * malformed base64 are accepted, as browsers long did.
 * @returns undefined if the text has no comma
 */
export function dataBytes(text: string): Uint8Array<ArrayBuffer> | undefined {
  const comma = text.indexOf(',')
  if (comma === -1) return undefined
  const bytes = percentDecoded(text.slice(comma + 1))
  const isBase64 = /;\s*base64\s*$/i.test(text.slice(0, Math.min(comma, 1_000)))
  return Uint8Array.from(isBase64 ? Buffer.from(bytes.toString('latin1'), 'base64') : bytes)
}
