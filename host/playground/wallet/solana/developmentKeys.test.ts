import { ed25519 } from '@noble/curves/ed25519'
import { hmac } from '@noble/hashes/hmac'
import { sha512 } from '@noble/hashes/sha2'
import { base58, hex } from '@scure/base'
import { seed } from '../testing/mnemonic.ts'
import { SOLANA_DEVELOPMENT_KEYS } from './developmentKeys.ts'

/** SLIP-10 for ed25519; every step is hardened. */
function derive(path: readonly number[]): Uint8Array {
  let node = hmac(sha512, new TextEncoder().encode('ed25519 seed'), seed)
  for (const index of path) {
    const step = new Uint8Array(37)
    step.set(node.slice(0, 32), 1)
    new DataView(step.buffer).setUint32(33, 0x80000000 + index)
    node = hmac(sha512, node.slice(32), step)
  }
  return node.slice(0, 32)
}

test('the development keys are derived from the mnemonic', () => {
  expect(SOLANA_DEVELOPMENT_KEYS).toEqual([0, 1, 2, 3, 4].map((n) => hex.encode(derive([44, 501, n, 0]))))
})

test("the first address matches other wallets' derivation", () => {
  const [first = ''] = SOLANA_DEVELOPMENT_KEYS
  expect(base58.encode(ed25519.getPublicKey(first))).toBe('oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96')
})
