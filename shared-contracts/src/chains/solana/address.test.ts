import { ed25519 } from '@noble/curves/ed25519.js'
import fc from 'fast-check'
import { OTHER_SOLANA_ADDRESS, SOLANA_ADDRESS } from '../../../testing/index.ts'
import { encodeBase58 } from '../bytes.ts'
import { addressBytes, associatedAccount, bytesOf, isOnCurve, isSolanaAddress } from './address.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './programs.ts'

const ME = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'

test.each([
  [ME, true],
  ['11111111111111111111111111111111', true],
  [`${ME}1`, false],
  [`1${ME}`, false], // more than 32 bytes are not truncated at the start
  [ME.slice(0, -1), false],
  [ME.replace('o', '0'), false],
  [` ${ME}`, false],
  ['0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb', false],
  ['', false],
])('%j is an address: %s', (text, expected) => {
  expect(addressBytes(text) !== undefined).toBe(expected)
})

const isPoint = (bytes: Uint8Array) => {
  try {
    ed25519.ExtendedPoint.fromHex(bytes)
    return true
  } catch {
    return false
  }
}

test('an address can have a key exactly when another library finds a point on the curve', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
      expect(isOnCurve(bytes)).toBe(isPoint(bytes))
    }),
  )
})

test.each([
  [TOKEN_PROGRAM, '8XXncUd6hJ6JUbVm124sDVwRwNKKZK1A4Yb4Wp7uCTyC'],
  [TOKEN_2022_PROGRAM, 'HMTMm3Exs6iq2mf9LeP7uz6uZpiUncge13bLaMqcb17y'],
])('an associated account of %s has the address that another library calculates', (program, expected) => {
  // The addresses are from `findAssociatedTokenPda` of @solana-program/token.
  const account = associatedAccount(ME, 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', program)
  expect([account, isOnCurve(bytesOf(account)), isOnCurve(bytesOf(ME))]).toEqual([expected, false, true])
})

test('any 32 bytes in base58 are an address', () => {
  expect([SOLANA_ADDRESS, OTHER_SOLANA_ADDRESS, '1'.repeat(32)].every(isSolanaAddress)).toBe(true)
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (key) => {
      expect(isSolanaAddress(encodeBase58(key))).toBe(true)
    }),
  )
})

test('any other number of bytes is not an address', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      fc.pre(bytes.length !== 32)
      expect(isSolanaAddress(encodeBase58(bytes))).toBe(false)
    }),
  )
})

test.each<[string, unknown]>([
  ['with a prefix', `x ${SOLANA_ADDRESS}`],
  ['with a trailing line break', `${SOLANA_ADDRESS}\n`],
  ['with a character outside base58', SOLANA_ADDRESS.replace('o', '0')],
  ['of another chain', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['that is far too long', '2'.repeat(1_000_000)],
  ['that is not text', { toString: () => SOLANA_ADDRESS }],
  ['that is missing', undefined],
])('an address %s is invalid', (_, value) => {
  expect(isSolanaAddress(value)).toBe(false)
})
