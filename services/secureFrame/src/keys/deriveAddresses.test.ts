import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { base58, bech32 } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { mnemonicToEntropy, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import fc from 'fast-check'
import { deriveAddresses, ss58Address } from './deriveAddresses.ts'
import { withKeys } from './deriveKeys.ts'
import { deriveEd25519 } from './slip10.ts'
import { exportWords, masterSeedOf } from './words.ts'

const ABANDON = `${'abandon '.repeat(11)}about`
const entropyOf = (words: string) => mnemonicToEntropy(words, wordlist)

// The 256-bit vectors of https://github.com/trezor/python-mnemonic/blob/master/vectors.json. Their seeds use the
// passphrase TREZOR, so only the words are compared.
test.each([
  ['00'.repeat(32), `${'abandon '.repeat(23)}art`],
  [
    '7f'.repeat(32),
    'legal winner thank year wave sausage worth useful legal winner thank year wave sausage worth useful legal winner thank year wave sausage worth title',
  ],
  ['ff'.repeat(32), `${'zoo '.repeat(23)}vote`],
  [
    'f585c11aec520db57dd353c69554b21a89b20fb0650966fa0a9d6f74fd989d8f',
    'void come effort suffer camp survey warrior heavy shoot primary clutch crush open amazing screen patrol group space point ten exist slush involve unfold',
  ],
])('BIP-39: the seed %s becomes the words that the specification lists', (hex, words) => {
  expect(exportWords(hexToBytes(hex))).toBe(words)
})

test('BIP-39: words and master seed match other libraries', async () => {
  expect(bytesToHex(await masterSeedOf(entropyOf(ABANDON)))).toBe(
    '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
  )
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (seed) => {
      const words = exportWords(seed)
      expect(validateMnemonic(words, wordlist)).toBe(true)
      expect(bytesToHex(entropyOf(words))).toBe(bytesToHex(seed))
    }),
    { numRuns: 50 },
  )
})

// SLIP-10, test vector 1 for ed25519: the private keys of the chains m, m/0', m/0'/1', m/0'/1'/2', …
test.each([
  [[], '2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7'],
  [[0], '68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3'],
  [[0, 1], 'b1d0bad404bf35da785a64ca1ac54b2617211d2777696fbffaf208f746ae84f2'],
  [[0, 1, 2], '92a5b23c0b8a99e37d07df3fb9966917f5d06e02ddbd909c7e184371463e9fc9'],
  [[0, 1, 2, 2], '30d1dc7e5fc04c31219ab25a27ae00b50f6fd66622f6e9c913253d6511d1e662'],
  [[0, 1, 2, 2, 1_000_000_000], '8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793'],
])('SLIP-10: the ed25519 key at %j matches the test vector', (path, key) => {
  expect(bytesToHex(deriveEd25519(hexToBytes('000102030405060708090a0b0c0d0e0f'), path))).toBe(key)
})

// BIP-32, test vector 1.
test('BIP-32: the library derives the keys that the specification lists', () => {
  const node = HDKey.fromMasterSeed(hexToBytes('000102030405060708090a0b0c0d0e0f')).derive("m/0'/1/2'/2/1000000000")
  expect(node.privateExtendedKey).toBe(
    'xprvA41z7zogVVwxVSgdKUHDy1SKmdb533PjDz7J6N6mV6uS3ze1ai8FHa8kmHScGpWmj4WggLyQjgPie1rFSruoUihUZREPSL39UNdE3BBDu76',
  )
})

test('BIP-84: the first address matches the test vector', async () => {
  expect((await deriveAddresses(entropyOf(ABANDON))).bip122).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu')
})

// The tests of a widely used mobile wallet expect these addresses for these words at the same paths.
test('the words open the same accounts in other wallets', async () => {
  const words = 'shoot island position soft burden budget tooth cruel issue economy destroy above'
  expect(await deriveAddresses(entropyOf(words))).toMatchObject({
    eip155: '0x8f348F300873Fd5DA36950B2aC75a26584584feE',
    bip122: 'bc1quvuarfksewfeuevuc6tn0kfyptgjvwsvrprk9d',
    cosmos: 'cosmos142j9u5eaduzd7faumygud6ruhdwme98qsy2ekn',
    polkadot: '13nN6BGAoJwd7Nw1XxeBCx5YcBXuYnL94Mh7i3xBprqVSsFk',
  })
})

test("Solana: the path is m/44'/501'/0'/0', as in mobile wallets", async () => {
  expect((await deriveAddresses(entropyOf(ABANDON))).solana).toBe('HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk')
})

test("EVM: the path is m/44'/60'/0'/0/0, and the address has its checksum", async () => {
  expect((await deriveAddresses(entropyOf(ABANDON))).eip155).toBe('0x9858EfFD232B4033E47d90003D41EC34EcaEda94')
})

test('SS58 and BIP-173: addresses match those of the specifications', () => {
  // The well-known key of Alice on Substrate chains, in Polkadot's format.
  const alice = hexToBytes('d43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d')
  expect(ss58Address(alice)).toBe('15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5')
  // BIP-173: the P2WPKH address of the generator's point.
  const program = hexToBytes('751e76e8199196d454941c45d1b3a323f1433bd6')
  expect(bech32.encode('bc', [0, ...bech32.toWords(program)])).toBe('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')
})

test('the key that is lent for Solana matches the address and is overwritten afterwards', async () => {
  const seed = entropyOf(ABANDON)
  let lent: Uint8Array = new Uint8Array()
  const address = await withKeys(seed, (keys) => {
    lent = keys.ed25519('solana')
    return base58.encode(ed25519.getPublicKey(lent))
  })
  expect(address).toBe((await deriveAddresses(seed)).solana)
  expect(lent).toEqual(new Uint8Array(32))
})

test('a lent key is overwritten after a failure too', async () => {
  let lent: Uint8Array = new Uint8Array(32).fill(1)
  const failing = withKeys(entropyOf(ABANDON), (keys) => {
    lent = keys.secp256k1('eip155')
    expect(lent).not.toEqual(new Uint8Array(32))
    throw new Error('The network is down.')
  })
  await expect(failing).rejects.toThrow('The network is down.')
  expect(lent).toEqual(new Uint8Array(32))
})
