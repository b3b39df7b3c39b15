import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { CaipNetworkId } from '@portico/contracts'
import { hex } from '@scure/base'
import { NETWORK, p2sh, p2tr, p2wpkh, TEST_NETWORK } from '@scure/btc-signer'
import { assert, asyncProperty, constantFrom, string, uint8Array } from 'fast-check'
import {
  BITCOIN,
  bip122Session,
  keyOf,
  REGTEST,
  SIGNET,
  signBip322,
  signBitcoinMessage,
  TESTNET,
} from '../../../testing/bitcoinWallet.ts'
import { toSpendId } from './bip322.ts'
import { readAddress } from './readAddress.ts'
import { verifyBip122 } from './verifyBip122.ts'

const HELLO = 'Hello World'
const VECTOR_ADDRESS = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'

const isValid = (accountAddress: string, message: string, signature: string, chainId: CaipNetworkId = BITCOIN) => {
  try {
    return verifyBip122(bip122Session(accountAddress, message, signature, chainId))
  } catch {
    return false
  }
}

test.each([
  ['', 'c5680aa69bb8d860bf82d4e9cd3504b55dde018de765a91bb566283c545a99a7'],
  [HELLO, 'b79d196740ad5217771c1098fc4a4b51e0535c32236c71f1ea4d61a2d603352b'],
])('the transaction id for "%s" matches BIP-322', (message, id) => {
  const { script } = readAddress(VECTOR_ADDRESS, '000000000019d6689c085ae165831e93') ?? {}
  expect(hex.encode(toSpendId(message, script ?? new Uint8Array()).reverse())).toBe(id)
})

/** https://github.com/bitcoin/bips/blob/master/bip-0322.mediawiki; the P2TR vector is from Bitcoin Core's tests. */
const VECTORS: [string, string, string][] = [
  [
    VECTOR_ADDRESS,
    '',
    'AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
  ],
  [
    VECTOR_ADDRESS,
    '',
    'AkgwRQIhAPkJ1Q4oYS0htvyuSFHLxRQpFAY56b70UvE7Dxazen0ZAiAtZfFz1S6T6I23MWI2lK/pcNTWncuyL8UL+oMdydVgzAEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
  ],
  [
    VECTOR_ADDRESS,
    HELLO,
    'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
  ],
  [
    VECTOR_ADDRESS,
    HELLO,
    'AkgwRQIhAOzyynlqt93lOKJr+wmmxIens//zPzl9tqIOua93wO6MAiBi5n5EyAcPScOjf1lAqIUIQtr3zKNeavYabHyR8eGhowEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
  ],
  [
    'bc1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5sxq8lt3',
    HELLO,
    'AUHd69PrJQEv+oKTfZ8l+WROBHuy9HKrbFCJu7U1iK2iiEy1vMU5EfMtjc+VSHM7aU0SDbak5IUZRVno2P5mjSafAQ==',
  ],
]

test.each(VECTORS)('%s signed "%s", as published', (address, message, signature) => {
  expect(isValid(address, message, signature)).toBe(true)
  expect(isValid(address, `${message}!`, signature)).toBe(false)
  expect(isValid(address, message, `smp${signature}`)).toBe(true)
})

/** All address types of one key, on every network. */
const KINDS = ['p2wpkh', 'p2tr', 'p2sh', 'p2pkh'] as const
const NETWORKS = [
  [BITCOIN, NETWORK],
  [TESTNET, TEST_NETWORK],
  [SIGNET, TEST_NETWORK],
  [REGTEST, { ...TEST_NETWORK, bech32: 'bcrt' }],
] as const
const signers = NETWORKS.flatMap(([chainId, network]) => KINDS.map((kind) => ({ chainId, network, kind })))

test('signatures made by a transaction library are verified for any key, message and network', async () => {
  const key = uint8Array({ minLength: 32, maxLength: 32 }).filter((bytes) => secp256k1.utils.isValidSecretKey(bytes))
  await assert(
    asyncProperty(
      key,
      string({ unit: 'binary', maxLength: 300 }),
      constantFrom(...signers),
      async (secret, message, signer) => {
        const { address, sign322, signLegacy } = keyOf(secret, signer.kind, signer.network)
        const signatures = [sign322?.(message), signLegacy?.(message)].filter((one) => one !== undefined)
        expect(signatures.length).toBeGreaterThan(0)
        for (const signature of signatures) {
          expect(isValid(address, message, signature, signer.chainId)).toBe(true)
          expect(isValid(address, `${message} `, signature, signer.chainId)).toBe(false)
        }
      },
    ),
    { numRuns: 30 },
  )
}, 60_000)

const ADA = new Uint8Array(32).fill(1)
const BOB = new Uint8Array(32).fill(2)

test("another key's signature is refused, for every address and signature type", () => {
  for (const kind of KINDS) {
    const { address } = keyOf(ADA, kind, NETWORK)
    const bob = keyOf(BOB, kind, NETWORK)
    for (const signature of [bob.sign322?.(HELLO), bob.signLegacy?.(HELLO)]) {
      if (signature) expect(isValid(address, HELLO, signature)).toBe(false)
    }
  }
})

test('an address of another network is refused', () => {
  const { address, sign322 } = keyOf(ADA, 'p2wpkh', TEST_NETWORK)
  const signature = sign322?.(HELLO) ?? ''
  expect([TESTNET, SIGNET, BITCOIN, REGTEST].map((chain) => isValid(address, HELLO, signature, chain))).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('a message signature without a compression flag signs in only with a legacy address', () => {
  const { address, signature } = signBitcoinMessage(HELLO, ADA, { isCompressed: false })
  expect(isValid(address, HELLO, signature)).toBe(true)
  expect(isValid(p2wpkh(secp256k1.getPublicKey(ADA)).address ?? '', HELLO, signature)).toBe(false)
})

test('an older message signature does not sign in with a taproot address', () => {
  const { signature } = signBitcoinMessage(HELLO, ADA)
  expect(isValid(p2tr(secp256k1.getPublicKey(ADA).slice(1)).address ?? '', HELLO, signature)).toBe(false)
})

test('bech32 addresses can be written in capital letters', () => {
  const { address, sign322 } = keyOf(ADA, 'p2wpkh', NETWORK)
  expect(isValid(address.toUpperCase(), HELLO, sign322?.(HELLO) ?? '')).toBe(true)
})

test.each([
  '',
  'A',
  'AA==',
  'not base64!',
  'AkcwRAIg',
  btoa('\x02\x00\x00'),
  btoa(`\x1f${'\0'.repeat(64)}`),
  btoa('\xff'.repeat(65)),
])('a signature "%s" is refused and breaks nothing', (signature) => {
  for (const kind of KINDS) expect(isValid(keyOf(ADA, kind, NETWORK).address, HELLO, signature)).toBe(false)
})

test('a witness with trailing data or another script is refused', () => {
  const witness = signBip322(HELLO, ADA, p2wpkh(secp256k1.getPublicKey(ADA)))
  expect(isValid(p2wpkh(secp256k1.getPublicKey(ADA)).address ?? '', HELLO, btoa(`${atob(witness)}\0`))).toBe(false)
  const wrapped = p2sh(p2wpkh(secp256k1.getPublicKey(BOB))).address ?? ''
  expect(isValid(wrapped, HELLO, witness)).toBe(false)
})
