import { base64, hex } from '@scure/base'
import { isValidBip322, recoverPublicKey } from '../testing/verifyBitcoinMessage.ts'
import { type BitcoinAddress, createBitcoinAddresses } from './createBitcoinAddresses.ts'
import { BITCOIN_DEVELOPMENT_KEYS } from './developmentKeys.ts'
import { signBip322, signLegacy } from './signMessage.ts'

/** The key from BIP-322's test vectors. */
const KEY = 'bb051cd0dda0246f33c5a9e133ebd8e7bc02a92af6c41adc131ccd7826c5b004'
const vector = createBitcoinAddresses({ payment: KEY, ordinals: KEY }, 0, 'mainnet')

const utf8 = (text: string) => new TextEncoder().encode(text)

describe('BIP-322', () => {
  test("the test vectors' key yields the test vectors' addresses", () => {
    expect(vector.payment.address).toBe('bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l')
    expect(vector.ordinals.address).toBe('bc1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5sxq8lt3')
  })

  // BIP-322 lists two valid signatures for each text: one with a short `r`, found by adding entropy, and one without
  // added entropy.
  test.each([
    [
      '',
      [
        'AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
        'AkgwRQIhAPkJ1Q4oYS0htvyuSFHLxRQpFAY56b70UvE7Dxazen0ZAiAtZfFz1S6T6I23MWI2lK/pcNTWncuyL8UL+oMdydVgzAEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
      ],
    ],
    [
      'Hello World',
      [
        'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
        'AkgwRQIhAOzyynlqt93lOKJr+wmmxIens//zPzl9tqIOua93wO6MAiBi5n5EyAcPScOjf1lAqIUIQtr3zKNeavYabHyR8eGhowEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
      ],
    ],
  ])('"%s" is signed as in the test vectors', (message, signatures) => {
    expect(signatures).toContain(signBip322(utf8(message), vector.payment))
    for (const signature of signatures) {
      expect(isValidBip322(message, signature, hex.encode(vector.payment.script))).toBe(true)
    }
  })

  test("the taproot verification used here accepts Bitcoin Core's signature", () => {
    const signature = 'AUHd69PrJQEv+oKTfZ8l+WROBHuy9HKrbFCJu7U1iK2iiEy1vMU5EfMtjc+VSHM7aU0SDbak5IUZRVno2P5mjSafAQ=='
    const script = hex.encode(vector.ordinals.script)
    expect(isValidBip322('Hello World', signature, script)).toBe(true)
    expect(isValidBip322('Hello world', signature, script)).toBe(false)
  })

  test("a development key's signature is valid for its own address and the signed text, and for nothing else", () => {
    const text = 'a longer text, with ä and 漢字 '.repeat(20)
    for (const [index, keys] of BITCOIN_DEVELOPMENT_KEYS.entries()) {
      for (const own of Object.values<BitcoinAddress>({ ...createBitcoinAddresses(keys, index, 'regtest') })) {
        const signature = signBip322(utf8(text), own)
        expect(isValidBip322(text, signature, hex.encode(own.script))).toBe(true)
        expect(isValidBip322('another', signature, hex.encode(own.script))).toBe(false)
        expect(isValidBip322(text, signature, hex.encode(vector[own.purpose].script))).toBe(false)
      }
    }
  })
})

test.each([31, 39] as const)('a legacy signature with header %i reveals the public key', (header) => {
  const signature = signLegacy(utf8('Hello World'), vector.payment, header)
  expect(base64.decode(signature)).toHaveLength(65)
  expect(recoverPublicKey('Hello World', signature, header)).toBe(hex.encode(vector.payment.publicKey))
  expect(recoverPublicKey('Hello world', signature, header)).not.toBe(hex.encode(vector.payment.publicKey))
})
