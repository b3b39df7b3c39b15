import { decodeBase58 } from '@portico/contracts/chains/bytes'

const keyOf = (address: string) => decodeBase58(address) ?? new Uint8Array()

const u32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
const u16 = (value: number) => u32(value).subarray(0, 2)

/** A text in the format of the Token Metadata program, padded with zeros up to `size`. */
const text = (value: string, size = 0) => {
  const bytes = Buffer.from(value)
  const filled = Buffer.concat([bytes], Math.max(size, bytes.length))
  return Buffer.concat([u32(filled.length), filled])
}

export interface WrittenMetadata {
  readonly mint: string
  readonly name: string
  readonly symbol: string
  readonly uri: string
  readonly collection?: { readonly isVerified: boolean; readonly key: string }
}

/** An account in the format of the Token Metadata program. */
export function metadataAccount({ mint, name, symbol, uri, collection }: WrittenMetadata): Uint8Array {
  return Buffer.concat([
    Uint8Array.of(4),
    keyOf(mint),
    keyOf(mint),
    text(name, 32),
    text(symbol, 10),
    text(uri, 200),
    u16(500),
    // One creator with a share of 100 %.
    Uint8Array.of(1),
    u32(1),
    keyOf(mint),
    Uint8Array.of(1, 100),
    Uint8Array.of(0, 1),
    Uint8Array.of(1, 254),
    Uint8Array.of(1, 0),
    ...(collection ? [Uint8Array.of(1, collection.isVerified ? 1 : 0), keyOf(collection.key)] : [Uint8Array.of(0)]),
  ])
}

/** A mint of either token program; with `metadata` it is a Token-2022 mint with extensions. */
export function mintAccount(
  authority: Uint8Array,
  { supply, decimals, metadata }: { supply: bigint; decimals: number; metadata?: WrittenMetadata },
): Uint8Array {
  const mint = Buffer.alloc(82)
  mint.writeUInt32LE(1, 0)
  mint.set(authority, 4)
  mint.writeBigUInt64LE(supply, 36)
  mint.writeUInt8(decimals, 44)
  mint.writeUInt8(1, 45)
  if (!metadata) return mint
  const { name, symbol, uri } = metadata
  const key = keyOf(metadata.mint)
  const described = Buffer.concat([authority, key, text(name), text(symbol), text(uri), u32(0)])
  const extension = (type: number, content: Uint8Array) => Buffer.concat([u16(type), u16(content.length), content])
  return Buffer.concat([
    Buffer.concat([mint], 165),
    Uint8Array.of(1),
    // The mint holds its own metadata.
    extension(18, Buffer.concat([authority, key])),
    extension(19, described),
  ])
}
