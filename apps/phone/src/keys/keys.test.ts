import { ed25519 } from '@noble/curves/ed25519'
import { secp256k1 } from '@noble/curves/secp256k1'
import { base58, base64, hex } from '@scure/base'
import { p2wpkh, WIF } from '@scure/btc-signer'
import { BITCOIN } from '../networks.ts'
import { type BitcoinKey, bitcoinKey } from './bitcoinAccount.ts'
import { signBip322, signEcdsa } from './bitcoinMessage.ts'
import { readSeed } from './seed.ts'
import { deriveEd25519 } from './slip10.ts'
import { signSolanaTransaction } from './solanaTransaction.ts'

describe('SLIP-10, test vector 1 for ed25519', () => {
  const seed = hex.decode('000102030405060708090a0b0c0d0e0f')

  test.each([
    ["m/0'", '68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3'],
    ["m/0'/1'/2'", '92a5b23c0b8a99e37d07df3fb9966917f5d06e02ddbd909c7e184371463e9fc9'],
  ])('%s', (path, key) => expect(hex.encode(deriveEd25519(seed, path))).toBe(key))

  test('an unhardened level is refused', () => {
    expect(() => deriveEd25519(seed, "m/0'/1")).toThrow('not hardened')
  })
})

describe("the mnemonic's accounts", () => {
  test('Solana', () => {
    const key = deriveEd25519(readSeed(), "m/44'/501'/0'/0'")
    expect(base58.encode(ed25519.getPublicKey(key))).toBe('oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96')
  })

  test.each([
    ['payment', BITCOIN.regtest, /^bcrt1q/, "m/84'/1'/2'/0/0"],
    ['ordinal', BITCOIN.regtest, /^bcrt1p/, "m/86'/1'/2'/0/0"],
    ['payment', BITCOIN.testnet, /^tb1q/, "m/84'/1'/2'/0/0"],
    ['payment', BITCOIN.mainnet, /^bc1q/, "m/84'/0'/2'/0/0"],
  ] as const)('Bitcoin, %s on %s', (purpose, network, address, path) => {
    expect(bitcoinKey(purpose, 2, network)).toMatchObject({ purpose, path, address: expect.stringMatching(address) })
  })
})

describe('a Bitcoin message', () => {
  // The key from BIP-322's test vectors.
  const privateKey = WIF().decode('L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k')
  const publicKey = secp256k1.getPublicKey(privateKey)
  const { address = '', script } = p2wpkh(publicKey)
  const key: BitcoinKey = { address, purpose: 'payment', path: '', privateKey, publicKey, script }

  test.each([
    [
      '',
      'AkgwRQIhAPkJ1Q4oYS0htvyuSFHLxRQpFAY56b70UvE7Dxazen0ZAiAtZfFz1S6T6I23MWI2lK/pcNTWncuyL8UL+oMdydVgzAEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
    ],
    [
      'Hello World',
      'AkgwRQIhAOzyynlqt93lOKJr+wmmxIens//zPzl9tqIOua93wO6MAiBi5n5EyAcPScOjf1lAqIUIQtr3zKNeavYabHyR8eGhowEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
    ],
  ])('is signed as in BIP-322: “%s”', (message, signature) => {
    expect(base64.encode(signBip322(message, key))).toBe(signature)
  })

  test('is signed for a taproot address with one Schnorr signature', () => {
    const witness = signBip322('Hello World', bitcoinKey('ordinal', 0, BITCOIN.regtest))
    expect([...witness.subarray(0, 2)]).toEqual([1, 64])
  })

  test('is also signed in the original 65-byte form with a BIP-137 header', () => {
    const [header = 0] = signEcdsa('Hello World', key)
    expect([39, 40, 41, 42]).toContain(header)
  })
})

describe('a Solana transaction', () => {
  const [own, other] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]
  const [ownKey, otherKey] = [ed25519.getPublicKey(own), ed25519.getPublicKey(other)]
  const sign = (message: Uint8Array) => ed25519.sign(message, own)

  const message = (keys: Uint8Array[], signers: number, version?: number) =>
    Uint8Array.from([
      ...(version === undefined ? [] : [0x80 | version]),
      ...[signers, 0, 0],
      ...[keys.length, ...keys.flatMap((key) => [...key])],
      ...new Uint8Array(32).fill(9),
      0,
    ])
  const unsigned = (text: Uint8Array, signers: number) =>
    Uint8Array.from([signers, ...new Uint8Array(64 * signers), ...text])

  test.each([
    ['legacy', undefined],
    ['version 0', 0],
  ])('is signed at the right index: %s', (_, version) => {
    const text = message([otherKey, ownKey], 2, version)
    const { transaction, signature } = signSolanaTransaction(unsigned(text, 2), ownKey, sign)
    expect(transaction.subarray(1, 65)).toEqual(new Uint8Array(64))
    expect(transaction.subarray(65, 129)).toEqual(signature)
    expect(transaction.subarray(129)).toEqual(text)
    expect(ed25519.verify(signature, text, ownKey)).toBe(true)
  })

  test.each([
    ['does not contain this account', unsigned(message([otherKey], 1), 1), 4100],
    ['contains this account, but not as a signer', unsigned(message([otherKey, ownKey], 1), 1), 4100],
    ['has the wrong number of signatures', unsigned(message([ownKey], 1), 2), -32602],
    ['is truncated', unsigned(message([ownKey], 1), 1).subarray(0, 80), -32602],
    ['is empty', new Uint8Array(), -32602],
    ['is not a transaction', Uint8Array.from([0xff, 0xff, 0xff, 0xff]), -32602],
  ])('is refused when it %s', (_, transaction, code) => {
    expect(() => signSolanaTransaction(transaction, ownKey, sign)).toThrow(expect.objectContaining({ code }))
  })
})
