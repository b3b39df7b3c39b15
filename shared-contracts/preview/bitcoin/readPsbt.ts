import { sha256 } from '@noble/hashes/sha2.js'
import { base64 } from '@scure/base'
import { hexOf } from '../bytes.ts'

/** An output that is spent, as far as the request itself proves it. */
export interface PsbtInput {
  /** In satoshis. */
  readonly value: bigint
  readonly script: Uint8Array
}

export interface PsbtOutput {
  readonly value: bigint
  readonly script: Uint8Array
}

export interface Psbt {
  readonly bytes: Uint8Array
  readonly inputs: readonly PsbtInput[]
  readonly outputs: readonly PsbtOutput[]
}

const MALFORMED = new Error('malformed')
/** "psbt", and what no text has. */
const MAGIC = [0x70, 0x73, 0x62, 0x74, 0xff]
/** BIP-174 */
const KEY = { unsigned: 0x00, previous: 0x00, spentOutput: 0x01 } as const
/** In characters: some hundred inputs with all that they are of. */
const LENGTH_MAX = 2_000_000
/** There are no more coins than these. */
const SUPPLY = 2_100_000_000_000_000n

function reading(bytes: Uint8Array) {
  let at = 0
  const take = (count: number): Uint8Array => {
    if (count > bytes.length - at) throw MALFORMED
    at += count
    return bytes.subarray(at - count, at)
  }
  const number = (count: number) => take(count).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  /** Compact size. */
  const size = (): number => {
    const first = take(1)[0] ?? 0
    const value = first < 0xfd ? BigInt(first) : number(first === 0xfd ? 2 : first === 0xfe ? 4 : 8)
    if (value > BigInt(bytes.length)) throw MALFORMED
    return Number(value)
  }
  return { take, number, size, sized: () => take(size()), at: () => at, isAtEnd: () => at === bytes.length }
}
type Reading = ReturnType<typeof reading>

function output(from: Reading): PsbtOutput {
  const value = from.number(8)
  if (value > SUPPLY) throw MALFORMED
  return { value, script: from.sized() }
}
const list = <T>(from: Reading, read: () => T): T[] => Array.from({ length: from.size() }, read)

interface Spent {
  readonly txid: Uint8Array
  readonly vout: number
}

/** A transaction, with or without its witnesses; `stripped` is what its name is the hash of. */
function transaction(bytes: Uint8Array) {
  const from = reading(bytes)
  from.take(4)
  const hasWitness = bytes[4] === 0 && bytes[5] === 1
  if (hasWitness) from.take(2)
  const begin = from.at()
  const spent = list(from, (): Spent => {
    const txid = from.take(32)
    const vout = Number(from.number(4))
    from.sized()
    from.take(4)
    return { txid, vout }
  })
  const outputs = list(from, () => output(from))
  const body = bytes.subarray(begin, from.at())
  if (!hasWitness) {
    from.take(4)
    if (!from.isAtEnd()) throw MALFORMED
  }
  return { spent, outputs, stripped: Uint8Array.from([...bytes.subarray(0, 4), ...body, ...bytes.subarray(-4)]) }
}

/** The values of one map by their kind; a kind that stands there twice is malformed. */
function map(from: Reading): ReadonlyMap<number, Uint8Array> {
  const found = new Map<string, Uint8Array>()
  for (let length = from.size(); length > 0; length = from.size()) {
    const key = hexOf(from.take(length))
    if (found.has(key)) throw MALFORMED
    found.set(key, from.sized())
  }
  // Kinds without data of their own are all that is asked for here.
  return new Map([...found].flatMap(([key, value]) => (key.length === 4 ? [[Number(key), value] as const] : [])))
}

const isSame = (one: Uint8Array, other: Uint8Array) =>
  one.length === other.length && one.every((byte, index) => byte === other[index])

/** What an input spends. The whole transaction that it is of is held against its name. */
function inputOf(fields: ReadonlyMap<number, Uint8Array>, { txid, vout }: Spent): PsbtInput {
  const previous = fields.get(KEY.previous)
  const stated = fields.get(KEY.spentOutput)
  const said = stated && output(reading(stated))
  if (!previous) {
    if (!said) throw MALFORMED
    return said
  }
  const { stripped, outputs } = transaction(previous)
  const found = outputs[vout]
  if (!found || !isSame(sha256(sha256(stripped)), txid)) throw MALFORMED
  if (said && (said.value !== found.value || !isSame(said.script, found.script))) throw MALFORMED
  return found
}

function read(bytes: Uint8Array): Psbt {
  const from = reading(bytes)
  if (!isSame(from.take(MAGIC.length), Uint8Array.from(MAGIC))) throw MALFORMED
  const unsigned = map(from).get(KEY.unsigned)
  if (!unsigned) throw MALFORMED
  const { spent, outputs } = transaction(unsigned)
  const inputs = spent.map((one) => inputOf(map(from), one))
  for (const _ of outputs) map(from)
  if (!from.isAtEnd() || inputs.length === 0) throw MALFORMED
  return { bytes, inputs, outputs }
}

/**
 * A partially signed transaction, version 0 (BIP-174), in base64, whose inputs all say what they spend. Undefined when it is
 * none.
 */
export function readPsbt(text: string): Psbt | undefined {
  if (text.length > LENGTH_MAX) return undefined
  try {
    return read(base64.decode(text))
  } catch {
    return undefined // no base64, or malformed
  }
}
