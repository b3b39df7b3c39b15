/** Reads bytes in order. Every method throws RangeError when the bytes end too early. */
export interface ByteReader {
  take(count: number): Uint8Array
  /** Reads a little-endian integer of `count` bytes. */
  number(count: number): bigint
  /** Reads a compact size. @throws RangeError also when it exceeds the data, so a made-up size reserves no memory */
  size(): number
  /** Reads a compact size, and as many bytes as it says. */
  sized(): Uint8Array
  /** Reads a compact size, and as many entries as it says. */
  list<T>(read: () => T): T[]
  position(): number
  isAtEnd(): boolean
}

export function byteReader(bytes: Uint8Array): ByteReader {
  let at = 0
  const take = (count: number): Uint8Array => {
    if (count > bytes.length - at) throw new RangeError('it ends too early')
    at += count
    return bytes.subarray(at - count, at)
  }
  const number = (count: number) => take(count).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  const size = (): number => {
    const first = take(1)[0] ?? 0
    const value = first < 0xfd ? BigInt(first) : number(first === 0xfd ? 2 : first === 0xfe ? 4 : 8)
    if (value > BigInt(bytes.length)) throw new RangeError('it ends too early')
    return Number(value)
  }
  return {
    take,
    number,
    size,
    sized: () => take(size()),
    list: (read) => Array.from({ length: size() }, read),
    position: () => at,
    isAtEnd: () => at === bytes.length,
  }
}
