import { encodeBase58 } from '@portico/contracts/chains/bytes'

export interface CompiledInstruction {
  readonly programIdIndex: number
  readonly accounts: readonly number[]
  readonly data: Uint8Array
}

export interface TableLookup {
  readonly accountKey: string
  readonly writableIndexes: readonly number[]
  readonly readonlyIndexes: readonly number[]
}

export interface ReadMessage {
  readonly version: 'legacy' | 0
  readonly header: {
    readonly numRequiredSignatures: number
    readonly numReadonlySignedAccounts: number
    readonly numReadonlyUnsignedAccounts: number
  }
  readonly accountKeys: readonly string[]
  readonly recentBlockhash: string
  /** Offset of the blockhash in the bytes. */
  readonly blockhashAt: number
  readonly instructions: readonly CompiledInstruction[]
  readonly addressTableLookups: readonly TableLookup[]
}

export interface ReadTransaction {
  readonly bytes: Uint8Array
  /** The first signature is the transaction's id. */
  readonly signatures: readonly string[]
  readonly message: ReadMessage
}

/** The limit of a network packet. */
export const MAX_TRANSACTION_BYTES = 1_232

const SIGNATURE_BYTES = 64
const KEY_BYTES = 32

/** Reads fields in sequence. */
function reader(bytes: Uint8Array) {
  let at = 0
  const take = (length: number) => {
    if (at + length > bytes.length) throw new RangeError('unexpected end')
    at += length
    return bytes.subarray(at - length, at)
  }
  const byte = () => take(1)[0] ?? 0
  /** `compact-u16`: seven bits per byte, the lowest first. */
  const count = () => {
    let value = 0
    for (let shift = 0; shift < 21; shift += 7) {
      const part = byte()
      value |= (part & 0x7f) << shift
      if (part < 0x80) return value
    }
    throw new RangeError('a length of more than three bytes')
  }
  return {
    get at() {
      return at
    },
    byte,
    take,
    key: () => encodeBase58(take(KEY_BYTES)),
    list: <T>(item: () => T): T[] => Array.from({ length: count() }, item),
    bytes: () => take(count()),
    peek: () => bytes[at] ?? 0,
    end() {
      if (at !== bytes.length) throw new RangeError('trailing bytes')
    },
  }
}

/**
 * Parses a transaction's message: https://solana.com/docs/core/transactions; version 0 has table lookups at its end.
 * @throws RangeError if it is malformed
 */
export function readMessage(bytes: Uint8Array): ReadMessage {
  const input = reader(bytes)
  const message = messageFrom(input)
  input.end()
  return message
}

/** @throws RangeError if it is malformed */
export function readTransaction(bytes: Uint8Array): ReadTransaction {
  const input = reader(bytes)
  const signatures = input.list(() => encodeBase58(input.take(SIGNATURE_BYTES)))
  const message = messageFrom(input)
  input.end()
  if (signatures.length !== message.header.numRequiredSignatures) throw new RangeError('number of signatures')
  return { bytes, signatures, message }
}

function messageFrom(input: ReturnType<typeof reader>): ReadMessage {
  const isVersioned = input.peek() >= 0x80
  if (isVersioned && input.byte() !== 0x80) throw new RangeError('version of the message')
  const header = {
    numRequiredSignatures: input.byte(),
    numReadonlySignedAccounts: input.byte(),
    numReadonlyUnsignedAccounts: input.byte(),
  }
  const accountKeys = input.list(input.key)
  const blockhashAt = input.at
  const recentBlockhash = input.key()
  const instructions = input.list(() => ({
    programIdIndex: input.byte(),
    accounts: [...input.bytes()],
    data: input.bytes(),
  }))
  const addressTableLookups = isVersioned
    ? input.list(() => ({
        accountKey: input.key(),
        writableIndexes: [...input.bytes()],
        readonlyIndexes: [...input.bytes()],
      }))
    : []
  if (header.numRequiredSignatures === 0 || header.numRequiredSignatures > accountKeys.length) {
    throw new RangeError('number of signers')
  }
  const version = isVersioned ? 0 : 'legacy'
  return { version, header, accountKeys, recentBlockhash, blockhashAt, instructions, addressTableLookups }
}

/** Whether a transaction can change the account at this index. Indexes do not count the accounts of lookup tables. */
export function isWritable({ header, accountKeys }: ReadMessage, index: number): boolean {
  const { numRequiredSignatures, numReadonlySignedAccounts, numReadonlyUnsignedAccounts } = header
  return index < numRequiredSignatures
    ? index < numRequiredSignatures - numReadonlySignedAccounts
    : index < accountKeys.length - numReadonlyUnsignedAccounts
}
