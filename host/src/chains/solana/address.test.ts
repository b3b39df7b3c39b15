import { encodeBase58 } from '@portico/contracts/chains/bytes'
import { OTHER_SOLANA_ADDRESS, SOLANA_ADDRESS } from '@portico/contracts/testing'
import fc from 'fast-check'
import { isSolanaAddress } from './address.ts'

test('32 bytes in base58 are an address', () => {
  expect([SOLANA_ADDRESS, OTHER_SOLANA_ADDRESS, '1'.repeat(32)].every(isSolanaAddress)).toBe(true)
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (key) => {
      expect(isSolanaAddress(encodeBase58(key))).toBe(true)
    }),
  )
})

test('any other number of bytes is none', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      fc.pre(bytes.length !== 32)
      expect(isSolanaAddress(encodeBase58(bytes))).toBe(false)
    }),
  )
})

test.each<[string, unknown]>([
  ['with something in front of it', `x ${SOLANA_ADDRESS}`],
  ['with something behind it', `${SOLANA_ADDRESS}\n`],
  ['with a character that base58 does not have', SOLANA_ADDRESS.replace('o', '0')],
  ['of another chain', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['that is too long to look at', '2'.repeat(1_000_000)],
  ['that is no text', { toString: () => SOLANA_ADDRESS }],
  ['that is not there', undefined],
])('an address %s is none', (_, value) => {
  expect(isSolanaAddress(value)).toBe(false)
})
