import { ed25519 } from '@noble/curves/ed25519'
import { hex } from '@scure/base'
import { solanaMessage, solanaTransaction, type TransactionParts } from '../testing/solanaTransaction.ts'
import { SOLANA_DEVELOPMENT_KEYS } from './developmentKeys.ts'
import { signTransaction } from './signTransaction.ts'

const seeds = SOLANA_DEVELOPMENT_KEYS.map((key) => hex.decode(key))
const keys = seeds.map((seed) => ed25519.getPublicKey(seed))
const [seed = new Uint8Array(), otherSeed = new Uint8Array()] = seeds
const program = new Uint8Array(32)

const signatureAt = (transaction: Uint8Array, index: number) => transaction.slice(1 + 64 * index, 1 + 64 * (index + 1))

describe.each<[TransactionParts['version']]>([['legacy'], [0]])('a transaction of version %s', (version) => {
  const [own = program, other = program] = keys
  const together: TransactionParts = { keys: [other, own, program], signerCount: 2, version }

  test("gets its signature at the key's position, and is otherwise unchanged", () => {
    const unsigned = solanaTransaction(together)
    const signed = signTransaction(unsigned, seed)
    expect(ed25519.verify(signatureAt(signed, 1), solanaMessage(together), own)).toBe(true)
    expect(signatureAt(signed, 0)).toEqual(new Uint8Array(64))
    expect(signed.slice(129)).toEqual(unsigned.slice(129))
    expect(unsigned).toEqual(solanaTransaction(together))
  })

  test('keeps existing signatures', () => {
    const first = signTransaction(solanaTransaction(together), otherSeed)
    const both = signTransaction(first, seed)
    expect(ed25519.verify(signatureAt(both, 0), solanaMessage(together), other)).toBe(true)
    expect(ed25519.verify(signatureAt(both, 1), solanaMessage(together), own)).toBe(true)
  })

  test('can have more keys than one length byte can count', () => {
    const many = [own, ...Array.from({ length: 150 }, (_, i) => new Uint8Array(32).fill(i))]
    const parts: TransactionParts = { keys: many, signerCount: 1, version }
    const signed = signTransaction(solanaTransaction(parts), seed)
    expect(ed25519.verify(signatureAt(signed, 0), solanaMessage(parts), own)).toBe(true)
  })

  test('is refused if the key is missing or not a signer', () => {
    const refused = expect.objectContaining({ code: -32602 })
    expect(() => signTransaction(solanaTransaction({ ...together, keys: [other, program, program] }), seed)).toThrow(
      refused,
    )
    expect(() => signTransaction(solanaTransaction({ ...together, signerCount: 1 }), seed)).toThrow(refused)
  })
})

test.each([
  ['empty data', new Uint8Array()],
  ['text', new TextEncoder().encode('Sign in to Fern & Fable')],
  ['a list of signatures without a message', Uint8Array.from([1, ...new Uint8Array(64)])],
  ['an unknown version', Uint8Array.from([1, ...new Uint8Array(64), 0x81, 1, 0, 0, 1, ...new Uint8Array(64)])],
])('%s is not a valid transaction', (_, bytes) => {
  expect(() => signTransaction(bytes, seed)).toThrow(expect.objectContaining({ code: -32602 }))
})
