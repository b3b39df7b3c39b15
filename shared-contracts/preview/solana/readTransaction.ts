import { encodeBase58 } from '../../src/chains/bytes.ts'

/** An account of an instruction: either its address, or its entry in a lookup table. */
export type AccountKey = { readonly address: string } | { readonly table: string; readonly index: number }

export interface Instruction {
  readonly programId: string
  readonly accounts: readonly AccountKey[]
  readonly data: Uint8Array
}

export interface SolanaMessage {
  /** All signers, in order. The first one pays the fee. */
  readonly signers: readonly string[]
  readonly instructions: readonly Instruction[]
  /** Accounts that programs may change. They are the same objects as in the instructions. */
  readonly writable: ReadonlySet<AccountKey>
}

const MALFORMED = new Error('malformed')
const KEY_BYTES = 32
const SIGNATURE_BYTES = 64
const VERSIONED = 0x80

/** Reads the bytes in order. Throws when they end too early. */
function reading(bytes: Uint8Array) {
  let at = 0
  const take = (count: number): Uint8Array => {
    if (at + count > bytes.length) throw MALFORMED
    at += count
    return bytes.subarray(at - count, at)
  }
  const byte = (): number => take(1)[0] ?? 0
  /** Reads Solana's compact-u16: seven bits per byte, lowest first, in the shortest form. */
  const count = (): number => {
    let value = 0
    for (let i = 0; i < 3; i++) {
      const next = byte()
      value |= (next & 0x7f) << (7 * i)
      if (next < 0x80) {
        if ((next === 0 && i > 0) || value > 0xffff) throw MALFORMED
        return value
      }
    }
    throw MALFORMED
  }
  const list = <T>(read: () => T): T[] => Array.from({ length: count() }, read)
  return {
    take,
    byte,
    count,
    list,
    peek: () => bytes[at],
    isAtEnd: () => at === bytes.length,
    rest: () => bytes.subarray(at),
  }
}

const key = (bytes: Uint8Array) => encodeBase58(bytes)

function message(bytes: Uint8Array): SolanaMessage {
  const source = reading(bytes)
  const isVersioned = ((source.peek() ?? 0) & VERSIONED) !== 0
  if (isVersioned && source.byte() !== VERSIONED) throw MALFORMED // 0 is the only version
  const [signed, signedReadonly, unsignedReadonly] = [source.byte(), source.byte(), source.byte()]
  const keys = source.list(() => key(source.take(KEY_BYTES)))
  const isCounted = signed > 0 && signedReadonly < signed && signed + unsignedReadonly <= keys.length
  if (!isCounted || new Set(keys).size < keys.length) throw MALFORMED
  source.take(KEY_BYTES) // the recent blockhash
  const compiled = source.list(() => ({
    program: source.byte(),
    accounts: source.list(source.byte),
    data: source.take(source.count()),
  }))
  const tables = isVersioned
    ? source.list(() => ({
        table: key(source.take(KEY_BYTES)),
        writable: source.list(source.byte),
        readonly: source.list(source.byte),
      }))
    : []
  if (!source.isAtEnd()) throw MALFORMED

  const looked = (side: 'writable' | 'readonly') =>
    tables.flatMap((entry) => entry[side].map((index): AccountKey => ({ table: entry.table, index })))
  const named = keys.map((address): AccountKey => ({ address }))
  const [lookedWritable, lookedReadonly] = [looked('writable'), looked('readonly')]
  const accounts = [...named, ...lookedWritable, ...lookedReadonly]
  const isWritable = (index: number) =>
    index < signed ? index < signed - signedReadonly : index < keys.length - unsignedReadonly
  return {
    signers: keys.slice(0, signed),
    writable: new Set([...named.filter((_, index) => isWritable(index)), ...lookedWritable]),
    instructions: compiled.map(({ program, accounts: indices, data }) => {
      const programId = keys[program] // a program never comes from a table
      if (!programId) throw MALFORMED
      return {
        programId,
        data,
        accounts: indices.map((index) => {
          const account = accounts[index]
          if (!account) throw MALFORMED
          return account
        }),
      }
    }),
  }
}

function attempt(read: () => SolanaMessage): SolanaMessage | undefined {
  try {
    return read()
  } catch (error) {
    if (error === MALFORMED) return undefined
    throw error
  }
}

/** Reads the signed part of a transaction. Undefined when malformed. */
export const readSolanaMessage = (bytes: Uint8Array): SolanaMessage | undefined => attempt(() => message(bytes))

/** Reads a transaction in wire format, with its signatures or placeholders for them. Undefined when malformed. */
export const readSolanaTransaction = (bytes: Uint8Array): SolanaMessage | undefined =>
  attempt(() => {
    const source = reading(bytes)
    const signatures = source.list(() => source.take(SIGNATURE_BYTES))
    const read = message(source.rest())
    if (signatures.length !== read.signers.length) throw MALFORMED
    return read
  })
