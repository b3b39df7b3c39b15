import { encodeHex } from '@portico/contracts/chains/bytes'

/** A partially signed transaction, version 0 (BIP-174, BIP-371): as much of it as is needed to check and to send one. */

/** Keys of a map, in hexadecimal: type, then what the type adds. */
type KeyMap = ReadonlyMap<string, Uint8Array>

export interface TransactionInput {
  /** Id and index of the output that is spent: 36 bytes. */
  readonly previous: Uint8Array
  readonly sequence: Uint8Array
}

export interface Transaction {
  readonly version: Uint8Array
  readonly inputs: readonly TransactionInput[]
  /** With their count. */
  readonly outputs: Uint8Array
  /** The script of each. */
  readonly scripts: readonly Uint8Array[]
  readonly lockTime: Uint8Array
}

export interface Psbt {
  /** The bytes that are signed: two with the same are the same transaction. */
  readonly unsigned: Uint8Array
  readonly transaction: Transaction
  readonly inputs: readonly KeyMap[]
}

const MAGIC = [0x70, 0x73, 0x62, 0x74, 0xff]
const UNSIGNED_TRANSACTION = '00'
const VERSION = 'fb'

/** @throws RangeError past the end */
export function reader(bytes: Uint8Array) {
  let at = 0
  const take = (count: number): Uint8Array => {
    if (count > bytes.length - at) throw new RangeError('it ends too early')
    at += count
    return bytes.subarray(at - count, at)
  }
  /** Compact size; nothing that we read is longer than four bytes can say. */
  const size = (): number => {
    const first = take(1)[0] ?? 0
    if (first === 0xff) throw new RangeError('a length is too large')
    const count = first === 0xfe ? 4 : first === 0xfd ? 2 : 0
    return count ? take(count).reduceRight((sum, byte) => sum * 256 + byte, 0) : first
  }
  return {
    take,
    size,
    sized: () => take(size()),
    get position() {
      return at
    },
    get isAtEnd() {
      return at === bytes.length
    },
  }
}

/** A transaction, signed or not. @throws RangeError */
export function readTransaction(bytes: Uint8Array): Transaction {
  const from = reader(bytes)
  const version = from.take(4)
  let count = from.size()
  const hasWitness = count === 0 && bytes[from.position] === 1
  if (hasWitness) {
    from.take(1)
    count = from.size()
  }
  const inputs = times(count, (): TransactionInput => {
    const previous = from.take(36)
    from.sized()
    return { previous, sequence: from.take(4) }
  })
  const begin = from.position
  const scripts = times(from.size(), () => {
    from.take(8)
    return from.sized()
  })
  const outputs = bytes.subarray(begin, from.position)
  if (hasWitness) for (const _ of inputs) times(from.size(), from.sized)
  const lockTime = from.take(4)
  if (!from.isAtEnd) throw new RangeError('there is something after its end')
  return { version, inputs, outputs, scripts, lockTime }
}

/** Not `Array.from`: a count out of thin air must not reserve memory for what is not there. */
function times<T>(count: number, read: () => T): T[] {
  const all: T[] = []
  for (let index = 0; index < count; index++) all.push(read())
  return all
}

function readMap(from: ReturnType<typeof reader>): KeyMap {
  const map = new Map<string, Uint8Array>()
  for (let key = from.sized(); key.length; key = from.sized()) {
    const name = encodeHex(key)
    if (map.has(name)) throw new Error('a key is there twice')
    map.set(name, from.sized())
  }
  return map
}

/** @throws Error with what is wrong with it */
export function readPsbt(bytes: Uint8Array): Psbt {
  const from = reader(bytes)
  if (!from.take(MAGIC.length).every((byte, index) => byte === MAGIC[index])) throw new Error('it is no PSBT')
  const global = readMap(from)
  const unsigned = global.get(UNSIGNED_TRANSACTION)
  if (!unsigned || global.get(VERSION)?.some((byte) => byte !== 0)) throw new Error('it is no PSBT of version 0')
  const transaction = readTransaction(unsigned)
  const inputs = transaction.inputs.map(() => readMap(from))
  for (const _ of transaction.scripts) readMap(from)
  if (!from.isAtEnd) throw new Error('there is something after its end')
  return { unsigned, transaction, inputs }
}

export const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index])

const SIGHASH_TYPE = '03'

/** What the input itself says is to be signed; undefined where it says nothing. */
export const sighashOf = (input: KeyMap | undefined): number | undefined =>
  input?.get(SIGHASH_TYPE)?.reduceRight((sum, byte) => sum * 256 + byte, 0)

/** Final script and witness, a signature of a key, of a taproot key, of a taproot script. */
const SIGNED = /^(07$|08$|02|13$|14)/

/** The keys under which an input holds signatures. */
export const signaturesOf = (input: KeyMap | undefined): string[] =>
  [...(input?.keys() ?? [])].filter((key) => SIGNED.test(key))

/** Whether there is nothing left to sign: the input has its final form. */
export const isFinal = (input: KeyMap | undefined): boolean => Boolean(input?.has('07') || input?.has('08'))
