import { sha256 } from '@noble/hashes/sha2.js'
import { joinBytes } from '../bytes.ts'
import { type ByteReader, byteReader } from './byteReader.ts'

export interface TransactionInput {
  /** The spent output: its transaction's id in wire order, and its index in four bytes. */
  readonly outpoint: Uint8Array
  readonly sequence: Uint8Array
}

export interface TransactionOutput {
  /** In satoshis. */
  readonly value: bigint
  readonly script: Uint8Array
}

/** A transaction, signed or unsigned. The scripts and witnesses that unlock its inputs are left out. */
export interface Transaction {
  readonly version: Uint8Array
  readonly inputs: readonly TransactionInput[]
  readonly outputs: readonly TransactionOutput[]
  /** All outputs in wire format, with their number in front. */
  readonly outputBytes: Uint8Array
  readonly lockTime: Uint8Array
  /** The bytes whose hash is the transaction's id: everything except the witnesses (BIP-141). */
  readonly stripped: Uint8Array
}

const TXID_BYTES = 32

/** The total supply, in satoshis. */
const SUPPLY = 2_100_000_000_000_000n

/** @throws RangeError when the bytes end too early, or when the amount exceeds the supply */
export function readOutput(from: ByteReader): TransactionOutput {
  const value = from.number(8)
  if (value > SUPPLY) throw new RangeError('an amount is larger than all coins')
  return { value, script: from.sized() }
}

function readInput(from: ByteReader): TransactionInput {
  const outpoint = from.take(TXID_BYTES + 4)
  from.sized()
  return { outpoint, sequence: from.take(4) }
}

/** @throws RangeError when the bytes are not exactly one transaction */
export function readTransaction(bytes: Uint8Array): Transaction {
  const from = byteReader(bytes)
  const version = from.take(4)
  const hasWitness = bytes[4] === 0 && bytes[5] === 1
  if (hasWitness) from.take(2)
  const begin = from.position()
  const inputs = from.list(() => readInput(from))
  const middle = from.position()
  const outputs = from.list(() => readOutput(from))
  const end = from.position()
  if (hasWitness) for (const _ of inputs) from.list(from.sized)
  const lockTime = from.take(4)
  if (!from.isAtEnd()) throw new RangeError('there is something after its end')
  return {
    version,
    inputs,
    outputs,
    outputBytes: bytes.subarray(middle, end),
    lockTime,
    stripped: joinBytes(version, bytes.subarray(begin, end), lockTime),
  }
}

/** The id, in wire order, of the transaction from which an input spends, and the index of the spent output. */
export const spentBy = ({ outpoint }: TransactionInput): { readonly txid: Uint8Array; readonly vout: number } => ({
  txid: outpoint.subarray(0, TXID_BYTES),
  vout: Number(byteReader(outpoint.subarray(TXID_BYTES)).number(4)),
})

/** The transaction's id in wire order. @param stripped the transaction without its witnesses */
export const hashOfTransaction = (stripped: Uint8Array): Uint8Array => sha256(sha256(stripped))
