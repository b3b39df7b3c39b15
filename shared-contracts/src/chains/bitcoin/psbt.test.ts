import { sha256 } from '@noble/hashes/sha2.js'
import { joinBytes } from '../bytes.ts'
import { PSBT_MAGIC, readPsbt, spentOutput } from './psbt.ts'

const SCRIPT = Uint8Array.of(0, 20, ...new Uint8Array(20).fill(7))
const OTHER_SCRIPT = Uint8Array.of(0, 20, ...new Uint8Array(20).fill(8))

const sized = (bytes: Uint8Array) => Uint8Array.of(bytes.length, ...bytes)
const field = (type: number, value: Uint8Array) => joinBytes(sized(Uint8Array.of(type)), sized(value))

/** An output: the amount in 8 little-endian bytes, and the script. */
const output = (value: number, script = SCRIPT) => {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value), true)
  return joinBytes(bytes, sized(script))
}

/** A transaction without witnesses that spends one output. */
const transaction = (txid: Uint8Array, vout: number, ...outputs: Uint8Array[]) =>
  joinBytes(
    Uint8Array.of(2, 0, 0, 0, 1),
    txid,
    Uint8Array.of(vout, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, outputs.length),
    ...outputs,
    new Uint8Array(4),
  )

const PREVIOUS = transaction(new Uint8Array(32), 0, output(1_000), output(2_000, OTHER_SCRIPT))
const idOf = (bytes: Uint8Array) => sha256(sha256(bytes))

function psbt(input: Uint8Array, vout = 1): Uint8Array {
  const unsigned = transaction(idOf(PREVIOUS), vout, output(900))
  return joinBytes(PSBT_MAGIC, field(0, unsigned), Uint8Array.of(0), input, Uint8Array.of(0, 0))
}

const spent = (...input: readonly [input: Uint8Array, vout?: number]) => spentOutput(readPsbt(psbt(...input)), 0)
const wholeTransaction = field(0, PREVIOUS)
const stated = (...parts: Parameters<typeof output>) => field(1, output(...parts))

test.each([
  ['the whole transaction', wholeTransaction],
  ['the output', stated(2_000, OTHER_SCRIPT)],
  ['both', joinBytes(wholeTransaction, stated(2_000, OTHER_SCRIPT))],
])('what an input spends is read from %s', (_, input) => {
  expect(spent(input)).toEqual({ value: 2_000n, script: OTHER_SCRIPT })
})

test('for an input that does not show what it spends, the spent output is unknown', () => {
  expect(spent(new Uint8Array())).toBeUndefined()
})

test.each<[string, Uint8Array, number]>([
  ['a smaller amount, which would hide a fee', joinBytes(wholeTransaction, stated(1_999, OTHER_SCRIPT)), 1],
  ['another script', joinBytes(wholeTransaction, stated(2_000)), 1],
  ['a transaction other than the one it names', field(0, transaction(new Uint8Array(32), 0, output(1), output(2))), 1],
  ['an output that the transaction does not have', wholeTransaction, 2],
])('an input that shows %s is refused', (_, input, vout) => {
  expect(() => spent(input, vout)).toThrow(RangeError)
})
