import { encodeHex, isSame } from '../bytes.ts'
import { type ByteReader, byteReader } from './byteReader.ts'
import {
  hashOfTransaction,
  readOutput,
  readTransaction,
  spentBy,
  type Transaction,
  type TransactionOutput,
} from './transaction.ts'

/** Partially signed transactions, version 0 (BIP-174, BIP-371). */

/** Values, keyed by their PSBT keys in hexadecimal. A PSBT key consists of a type and a suffix. */
export type KeyMap = ReadonlyMap<string, Uint8Array>

export interface Psbt {
  /** The bytes of the unsigned transaction. Equal bytes mean the same transaction. */
  readonly unsigned: Uint8Array
  readonly transaction: Transaction
  readonly inputs: readonly KeyMap[]
}

/** The letters "psbt", and a byte that does not occur in a text. */
export const PSBT_MAGIC = Uint8Array.of(0x70, 0x73, 0x62, 0x74, 0xff)

const GLOBAL = { unsigned: '00', version: 'fb' }

/** Input fields whose key has no suffix. */
export const INPUT_FIELD = {
  /** The whole transaction whose output the input spends. */
  previous: '00',
  /** The output that the input spends. */
  spentOutput: '01',
  sighash: '03',
  redeemScript: '04',
  finalScript: '07',
  finalWitness: '08',
  taprootSignature: '13',
} as const

function readMap(from: ByteReader): KeyMap {
  const map = new Map<string, Uint8Array>()
  for (let key = from.sized(); key.length; key = from.sized()) {
    const name = encodeHex(key)
    if (map.has(name)) throw new RangeError('a key is there twice')
    map.set(name, from.sized())
  }
  return map
}

/** @throws RangeError with the reason, when the PSBT is malformed */
export function readPsbt(bytes: Uint8Array): Psbt {
  const from = byteReader(bytes)
  if (!isSame(from.take(PSBT_MAGIC.length), PSBT_MAGIC)) throw new RangeError('it is no PSBT')
  const global = readMap(from)
  const unsigned = global.get(GLOBAL.unsigned)
  if (!unsigned || global.get(GLOBAL.version)?.some((byte) => byte !== 0)) {
    throw new RangeError('it is no PSBT of version 0')
  }
  const transaction = readTransaction(unsigned)
  const inputs = transaction.inputs.map(() => readMap(from))
  for (const _ of transaction.outputs) readMap(from)
  if (!from.isAtEnd()) throw new RangeError('there is something after its end')
  return { unsigned, transaction, inputs }
}

/**
 * The output that an input spends; undefined when the PSBT does not show it. If the PSBT contains the previous
 * transaction, that transaction's id must be the one that the input names. If the PSBT states the output as well, the
 * stated output must be the same as the transaction's.
 * @throws RangeError when they do not match
 */
export function spentOutput({ transaction, inputs }: Psbt, index: number): TransactionOutput | undefined {
  const fields = inputs[index]
  const input = transaction.inputs[index]
  const stated = fields?.get(INPUT_FIELD.spentOutput)
  const said = stated && readOutput(byteReader(stated))
  const previous = fields?.get(INPUT_FIELD.previous)
  if (!previous || !input) return said
  const { stripped, outputs } = readTransaction(previous)
  const { txid, vout } = spentBy(input)
  const found = outputs[vout]
  if (!found || !isSame(hashOfTransaction(stripped), txid)) {
    throw new RangeError(`input ${index} shows another transaction than the one it spends`)
  }
  if (said && (said.value !== found.value || !isSame(said.script, found.script))) {
    throw new RangeError(`input ${index} states another output than the one it spends`)
  }
  return found
}

/** The sighash type that the input requests, if any. */
export const sighashOf = (input: KeyMap | undefined): number | undefined =>
  input?.get(INPUT_FIELD.sighash)?.reduceRight((sum, byte) => sum * 256 + byte, 0)

/** Fields that sign an input: final script and witness, and signatures of a key, a taproot key and a taproot script. */
const SIGNED = /^(07$|08$|02|13$|14)/

/** The keys of the fields that sign an input. */
export const signaturesOf = (input: KeyMap | undefined): string[] =>
  [...(input?.keys() ?? [])].filter((key) => SIGNED.test(key))

/** Whether the input is final, so that nothing is left to sign. */
export const isFinal = (input: KeyMap | undefined): boolean =>
  Boolean(input?.has(INPUT_FIELD.finalScript) || input?.has(INPUT_FIELD.finalWitness))
