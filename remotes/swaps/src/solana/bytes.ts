import { encodeBase58 } from '@portico/contracts/preview'

/** A whole number, the lowest byte first. */
export const numberAt = (bytes: Uint8Array, at: number, length = 8): bigint =>
  bytes.subarray(at, at + length).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n)

export const addressAt = (bytes: Uint8Array, at: number): string => encodeBase58(bytes.subarray(at, at + 32))
