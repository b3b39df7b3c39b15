/** A little-endian integer. */
export const numberAt = (bytes: Uint8Array, at: number, length = 8): bigint =>
  bytes.subarray(at, at + length).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
