import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m, createBase58check, hex } from '@scure/base'
import { NETWORK, OutScript, p2pkh, p2sh, p2tr, p2wpkh, p2wsh, TEST_NETWORK } from '@scure/btc-signer'
import fc from 'fast-check'
import { addressOfScript, addressOnNetwork, readBitcoinAddress } from './address.ts'

const MAINNET = 'bip122:000000000019d6689c085ae165831e93'
const TESTNET = 'bip122:000000000933ea01ad0ee984209779ba'
const REGTEST = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'

const scriptOf = (text: string, network: string) => {
  const read = readBitcoinAddress(text, network)
  return typeof read === 'object' ? `${read.type} ${hex.encode(read.script)}` : read
}

test.each([
  // These are examples from BIP-173 and BIP-350.
  ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', MAINNET, 'p2wpkh 0014751e76e8199196d454941c45d1b3a323f1433bd6'],
  [
    'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
    TESTNET,
    'p2wsh 00201863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262',
  ],
  [
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    MAINNET,
    'p2tr 512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  ],
  // These are the address of the first block and an address from BIP-16.
  ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', MAINNET, 'p2pkh 76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac'],
  ['3P14159f73E4gFr7JterCCQh9QjiTjiZrG', MAINNET, 'p2sh a914e9c3dd0c07aac76179ebc76a6c78d4d67c6c160a87'],
])('%s has the type and the script that its specification gives', (text, network, expected) => {
  expect(scriptOf(text, network)).toBe(expected)
})

test('an address of another network is reported as such, and not as an invalid one', () => {
  const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  expect(readBitcoinAddress(address, REGTEST)).toBe('otherNetwork')
  expect(readBitcoinAddress(address, 'bip122:12345678901234567890123456789012')).toBe('otherNetwork')
  expect(readBitcoinAddress('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', TESTNET)).toBe('otherNetwork')
})

const base58check = createBase58check(sha256)
const zeros = (count: number) => new Uint8Array(count)

test.each([
  ['one changed character', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'],
  ['mixed case', 'bc1qW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['version 0 with the checksum of later versions', bech32m.encode('bc', [0, ...bech32m.toWords(zeros(20))])],
  ['version 1 with the checksum of version 0', bech32.encode('bc', [1, ...bech32.toWords(zeros(32))])],
  ['a length that version 0 does not have', bech32.encode('bc', [0, ...bech32.toWords(zeros(25))])],
  ['a version that cannot be spent yet', bech32m.encode('bc', [2, ...bech32m.toWords(zeros(32))])],
  ['a private key in base58', base58check.encode(Uint8Array.from([0x80, ...zeros(32)]))],
  ['an Ethereum address', '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'],
  ['an empty text', ''],
])('not an address: %s', (_, text) => {
  expect(readBitcoinAddress(text, MAINNET)).toBeUndefined()
})

const KEY = hex.decode('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798')
const SIGNET = 'bip122:00000008819873e925422c1ff0f99f7c'
const TESTNET4 = 'bip122:00000000da84f2bafbbc53dee25a72ae'

/** One address of each type, encoded by an independent library, with the networks that use it. */
const written = [
  { prefixes: NETWORK, networks: [MAINNET], legacyNetworks: [MAINNET] },
  {
    prefixes: TEST_NETWORK,
    networks: [TESTNET, TESTNET4, SIGNET],
    legacyNetworks: [TESTNET, TESTNET4, SIGNET, REGTEST],
  },
  {
    prefixes: { ...TEST_NETWORK, bech32: 'bcrt' },
    networks: [REGTEST],
    legacyNetworks: [TESTNET, TESTNET4, SIGNET, REGTEST],
  },
].flatMap(({ prefixes, networks, legacyNetworks }) =>
  [
    ['p2pkh', p2pkh(KEY, prefixes)] as const,
    ['p2sh', p2sh(p2wpkh(KEY, prefixes), prefixes)] as const,
    ['p2wpkh', p2wpkh(KEY, prefixes)] as const,
    ['p2wsh', p2wsh(p2pkh(KEY, prefixes), prefixes)] as const,
    ['p2tr', p2tr(KEY.subarray(1), undefined, prefixes)] as const,
  ].map(([type, { address = '', script }]) => ({
    type,
    address,
    script,
    prefix: prefixes.bech32,
    networks: type === 'p2pkh' || type === 'p2sh' ? legacyNetworks : networks,
  })),
)
const titled = written.map((row) => [`${row.type} of ${row.prefix}`, row] as const)
const ALL = [MAINNET, TESTNET, TESTNET4, SIGNET, REGTEST]

test.each(titled)('%s is read with its type and script, on its own networks alone', (_, row) => {
  for (const network of ALL) {
    const expected = row.networks.includes(network)
      ? { type: row.type, script: row.script, text: row.address }
      : undefined
    expect(addressOnNetwork(row.address, network)).toEqual(expected)
  }
})

test.each(titled)('the script of %s is written as that address', (_, { script, address, networks }) => {
  for (const network of networks) expect(addressOfScript(script, network)).toBe(address)
})

test.each(titled)('%s with one letter changed is invalid', (_, { address, networks: [network = ''] }) => {
  const at = address.length - 3
  const changed = `${address.slice(0, at)}${address[at] === 'q' ? 'p' : 'q'}${address.slice(at + 1)}`
  expect(readBitcoinAddress(changed, network)).toBeUndefined()
})

test('a script without an address form has no address', () => {
  expect(addressOfScript(OutScript.encode({ type: 'pk', pubkey: KEY }), MAINNET)).toBeUndefined()
  expect(addressOfScript(Uint8Array.of(0x6a, 1, 7), MAINNET)).toBeUndefined()
  expect(addressOfScript(new Uint8Array(), MAINNET)).toBeUndefined()
  expect(addressOfScript(p2wpkh(KEY).script, 'bip122:12345678901234567890123456789012')).toBeUndefined()
})

test('random text is never an address, and never causes an error', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.constantFrom('bc1', 'BC1Q', '1'.repeat(35))),
      (text) => expect(readBitcoinAddress(text, MAINNET)).toBeUndefined(),
    ),
  )
})
