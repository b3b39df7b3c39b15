import { encodeBase58 } from '@portico/contracts/chains/bytes'

/** The metadata of a mint that are stored on the chain. */
export interface TokenMetadata {
  readonly mint: string
  readonly name: string
  /** The address of the off-chain metadata. */
  readonly uri: string
  /** The mint of the collection, if the collection is verified. */
  readonly collection?: string | undefined
}

const KEY_BYTES = 32
/** The value of `Key::MetadataV1` in the Token Metadata program. */
const METADATA_V1 = 4
/** The size of an address, a flag and a share. */
const CREATOR_BYTES = KEY_BYTES + 2

/** Reads the Borsh format: little-endian numbers, texts after their length, and optional values after a flag byte. */
function createReader(data: Uint8Array) {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.length)
  let at = 0
  const take = (length: number) => {
    if (at + length > bytes.length) throw new RangeError('The account ends too early')
    at += length
    return bytes.subarray(at - length, at)
  }
  const byte = () => take(1).readUInt8()
  return {
    byte,
    skip: (length: number) => void take(length),
    key: () => encodeBase58(take(KEY_BYTES)),
    length: () => take(4).readUInt32LE(),
    /** A text, which may be padded with zeros. */
    text() {
      const length = take(4).readUInt32LE()
      return take(length).toString('utf8').replace(/\0+$/, '')
    },
    isThere: () => byte() === 1,
  }
}

const orNothing = <T>(read: () => T): T | undefined => {
  try {
    return read()
  } catch (thrown) {
    if (thrown instanceof RangeError) return undefined
    throw thrown
  }
}

/**
 * Decodes an account of the Token Metadata program. Accounts from the program's first years end before the collection.
 * https://docs.rs/mpl-token-metadata/latest/mpl_token_metadata/accounts/struct.Metadata.html
 * @returns undefined if the data are not such an account
 */
export function readMetadataAccount(data: Uint8Array): TokenMetadata | undefined {
  return orNothing(() => {
    const reader = createReader(data)
    if (reader.byte() !== METADATA_V1) return undefined
    reader.skip(KEY_BYTES)
    const mint = reader.key()
    const name = reader.text()
    reader.text()
    const uri = reader.text()
    const collection = orNothing(() => {
      // Skips the sellers' fee, and then the creators.
      reader.skip(2)
      if (reader.isThere()) reader.skip(reader.length() * CREATOR_BYTES)
      // Skips two flags (sold before, mutable), the edition and the standard.
      reader.skip(2)
      if (reader.isThere()) reader.skip(1)
      if (reader.isThere()) reader.skip(1)
      if (!reader.isThere()) return undefined
      const isVerified = reader.isThere()
      const key = reader.key()
      return isVerified ? key : undefined
    })
    return { mint, name, uri, collection }
  })
}

/** Extensions follow the size of a token account and one byte that marks a mint. */
const EXTENSIONS_AT = 166
const KIND_AT = 165
const KIND_MINT = 1
const TOKEN_METADATA = 19
const TOKEN_GROUP_MEMBER = 23

/** An account's extensions, as type, length and content: https://www.solana-program.com/docs/token-2022/extensions */
function extensionsOf(data: Uint8Array): ReadonlyMap<number, Uint8Array> {
  const extensions = new Map<number, Uint8Array>()
  if (data[KIND_AT] !== KIND_MINT) return extensions
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  for (let at = EXTENSIONS_AT; at + 4 <= data.length; ) {
    const length = view.getUint16(at + 2, true)
    if (at + 4 + length > data.length) break
    extensions.set(view.getUint16(at, true), data.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return extensions
}

/**
 * Decodes the metadata extension of a Token-2022 mint.
 * https://docs.rs/spl-token-metadata-interface/latest/spl_token_metadata_interface/state/struct.TokenMetadata.html
 */
export function readMintMetadata(data: Uint8Array): TokenMetadata | undefined {
  const extensions = extensionsOf(data)
  const metadata = extensions.get(TOKEN_METADATA)
  if (!metadata) return undefined
  return orNothing(() => {
    const reader = createReader(metadata)
    reader.skip(KEY_BYTES)
    const mint = reader.key()
    const name = reader.text()
    reader.text()
    const uri = reader.text()
    const member = extensions.get(TOKEN_GROUP_MEMBER)
    // The extension contains the mint, and then its group.
    const collection = member && orNothing(() => encodeBase58(member.subarray(KEY_BYTES, 2 * KEY_BYTES)))
    return { mint, name, uri, collection }
  })
}
