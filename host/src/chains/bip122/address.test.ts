import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m, createBase58check, hex } from '@scure/base'
import { NETWORK, p2pkh, p2sh, p2tr, p2wpkh, p2wsh, TEST_NETWORK } from '@scure/btc-signer'
import fc from 'fast-check'
import { addressOn, readAddress } from './address.ts'
import { readBase58check } from './base58check.ts'
import { bytesOf, readBech32 } from './bech32.ts'
import { NETWORKS, networkOf } from './networks.ts'

const REGTEST = { ...TEST_NETWORK, bech32: 'bcrt' }
const KEY = hex.decode('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798')

/** One of each type, as an independent library writes them. */
const addresses = [
  ['mainnet', NETWORK] as const,
  ['testnet', TEST_NETWORK] as const,
  ['regtest', REGTEST] as const,
].flatMap(([network, prefixes]) =>
  [
    ['p2pkh', p2pkh(KEY, prefixes)] as const,
    ['p2sh', p2sh(p2wpkh(KEY, prefixes), prefixes)] as const,
    ['p2wpkh', p2wpkh(KEY, prefixes)] as const,
    ['p2wsh', p2wsh(p2pkh(KEY, prefixes), prefixes)] as const,
    ['p2tr', p2tr(KEY.subarray(1), undefined, prefixes)] as const,
  ].map(([type, { address = '' }]) => ({ network, type, address, isBase58: type === 'p2pkh' || type === 'p2sh' })),
)

const titled = addresses.map((row) => [`${row.type} of ${row.network}`, row] as const)

test.each(titled)(
  'chains.md, pitfall 38: %s is read with its type and network',
  (_, { address, type, network, isBase58 }) => {
    const written = isBase58 && network === 'regtest' ? 'testnet' : network
    expect(readAddress(address)).toEqual({ type, network: written, isBase58 })
  },
)

test.each(titled)('%s is an address of its own networks alone', (_, { address, network, isBase58 }) => {
  const places = NETWORKS.filter((one) => addressOn(address, one)).map(({ addresses: of }) => of)
  const expected = NETWORKS.map(({ addresses: of }) => of).filter((of) =>
    isBase58 ? (of === 'mainnet') === (network === 'mainnet') : of === network,
  )
  expect(places).toEqual(expected)
})

test.each(titled)('%s with one letter changed is none', (_, { address }) => {
  const changed = [...address].map((letter, index) =>
    index === address.length - 3 ? (letter === 'q' ? 'p' : 'q') : letter,
  )
  expect(readAddress(changed.join(''))).toBeUndefined()
})

test('bech32 may be written in capitals, and not in both', () => {
  const { address = '' } = p2wpkh(KEY)
  expect(readAddress(address.toUpperCase())).toMatchObject({ type: 'p2wpkh' })
  expect(readAddress(address.replace(/q/, 'Q'))).toBeUndefined()
})

test.each([
  ['version 0 with the checksum of BIP-350', 'bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd'],
  ['version 1 with the checksum of BIP-173', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd'],
  ['a prefix of no network of Bitcoin', 'tc1qw508d6qejxtdg4y5r3zarvary0c5xw7kg3g4ty'],
  ['an address of Ethereum', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
  ['an address of Solana', '4Nd1mYvF8wM1L4hSxQpNQz9p2S7Ch7Ej2h9kQ3Z8oW5T'],
  ['nothing', ''],
])('%s is none (BIP-173, BIP-350)', (_, address) => expect(readAddress(address)).toBeUndefined())

test('whatever it is given, it answers', () => {
  const mainnet = networkOf('bip122:000000000019d6689c085ae165831e93')
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.constantFrom('bc1', 'BC1Q', '1'.repeat(35))),
      (text) => {
        expect(readAddress(text)).toBeUndefined()
        expect(mainnet && addressOn(text, mainnet)).toBeUndefined()
      },
    ),
  )
})

test('what another library writes is read as it was, whatever the bytes', () => {
  const written = fc.tuple(fc.constantFrom('bc', 'tb', 'bcrt', 'x!~'), fc.uint8Array({ maxLength: 45 }))
  fc.assert(
    fc.property(written, ([prefix, bytes]) => {
      for (const [kind, coder] of Object.entries({ bech32, bech32m })) {
        const read = readBech32(coder.encode(prefix, coder.toWords(bytes)))
        expect([read?.kind, read?.prefix, bytesOf(read?.words ?? [])]).toEqual([kind, prefix, [...bytes]])
      }
    }),
  )
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 30 }), (bytes) => {
      expect([...(readBase58check(createBase58check(sha256).encode(bytes)) ?? [])]).toEqual([...bytes])
    }),
  )
})

test('filling that is more than filling is refused, as the other library does', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(31), { maxLength: 60 }), (words) => {
      const other = bech32.fromWordsUnsafe(words)
      expect(bytesOf(words)).toEqual(other ? [...other] : undefined)
    }),
  )
})
