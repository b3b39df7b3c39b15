import { createPublicKey, verify } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import fc from 'fast-check'
import { readWireTransaction, transactionId, withSignature } from './wireTransaction.ts'

const key = new Uint8Array(32).fill(7)
const account = ed25519.getPublicKey(key)
const other = ed25519.getPublicKey(new Uint8Array(32).fill(8))

/** A transaction with one instruction of the system program, for these signers. */
function transactionOf(signers: readonly Uint8Array[], { isVersioned = false } = {}) {
  const keys = [...signers, new Uint8Array(32)]
  const message = [
    ...(isVersioned ? [0x80] : []),
    ...[signers.length, 0, 1],
    keys.length,
    ...keys.flatMap((entry) => [...entry]),
    ...new Array<number>(32).fill(9),
    ...[1, keys.length - 1, 0, 0],
    ...(isVersioned ? [0] : []),
  ]
  return {
    message: Uint8Array.from(message),
    bytes: Uint8Array.from([
      signers.length,
      ...signers.flatMap((_, n) => new Array<number>(64).fill(n + 1)),
      ...message,
    ]),
  }
}

/** RFC 8410: the ed25519 key format of the other library. */
const publicKey = createPublicKey({
  key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), account]),
  format: 'der',
  type: 'spki',
})

test.each([false, true])('a signature is inserted in its own place and is valid (versioned: %s)', (isVersioned) => {
  const { bytes, message } = transactionOf([other, account], { isVersioned })
  const wire = readWireTransaction(base58.encode(bytes))
  expect(wire?.signers).toEqual([other, account].map((entry) => base58.encode(entry)))
  if (!wire) throw new Error('this is a transaction')
  expect(wire.message).toEqual(message)

  const signed = withSignature(wire, 1, ed25519.sign(wire.message, key))
  expect(verify(undefined, message, publicKey, signed.subarray(65, 129))).toBe(true)
  expect(signed.subarray(0, 65)).toEqual(bytes.subarray(0, 65))
  expect(signed.subarray(129)).toEqual(bytes.subarray(129))
  expect(transactionId({ ...wire, bytes: signed })).toBe(base58.encode(new Uint8Array(64).fill(1)))
})

const { bytes } = transactionOf([account])
test.each<[string, Uint8Array]>([
  ['an empty input', new Uint8Array()],
  ['an input without a signature', Uint8Array.from([0, ...bytes.subarray(65)])],
  ['an input with more signatures than signers', Uint8Array.from([2, ...new Uint8Array(64), ...bytes.subarray(1)])],
  ['an unknown version', Uint8Array.from([...bytes.subarray(0, 65), 0x81, ...bytes.subarray(65)])],
  ['an input larger than a packet', Uint8Array.from([...bytes, ...new Uint8Array(1_232)])],
  ['half of a transaction', bytes.subarray(0, 80)],
])('%s is not a transaction', (_, source) => {
  expect(readWireTransaction(base58.encode(source))).toBeUndefined()
})

test('reading arbitrary bytes never throws', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (source) => {
      const read = readWireTransaction(base58.encode(source))
      if (read) expect(read.signers.length).toBeGreaterThan(0)
    }),
    { numRuns: 200 },
  )
  expect(readWireTransaction('0OIl')).toBeUndefined()
})
