import { bitcoin, keysOf, OTHER_KEY, signet } from '../../../testing/bitcoinWallets.ts'
import { readAccounts, sortAccounts } from './accounts.ts'
import { type BitcoinNetwork, NETWORKS } from './networks.ts'

const [mainnet] = NETWORKS as [BitcoinNetwork]
const { payment, ordinals } = keysOf(bitcoin)
const other = keysOf(bitcoin, OTHER_KEY)
const STACKS = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7'

const typesOf = (reported: unknown) =>
  sortAccounts(readAccounts(reported), mainnet).map(({ address, type }) => [address, type])

test.each<[string, unknown, unknown]>([
  [
    'purposes decide, in any order',
    [
      { address: ordinals.address, purpose: 'ordinals' },
      { address: STACKS, purpose: 'stacks' },
      { address: payment.address, purpose: 'payment' },
    ],
    [
      [payment.address, 'payment'],
      [ordinals.address, 'ordinal'],
      [STACKS, 'stx'],
    ],
  ],
  [
    'if any account has a purpose, the index decides nothing: an account without one has no type',
    [{ address: other.payment.address }, { address: payment.address, purpose: 'payment' }],
    [
      [payment.address, 'payment'],
      [other.payment.address, undefined],
    ],
  ],
  [
    'several of one purpose are kept in their order',
    [
      { address: payment.address, purpose: 'payment' },
      { address: other.payment.address, purpose: 'payment' },
    ],
    [
      [payment.address, 'payment'],
      [other.payment.address, 'payment'],
    ],
  ],
  [
    '§9: without purposes index 0 is payment and index 1 is ordinal',
    [payment.address, ordinals.address, other.ordinals.address],
    [
      [payment.address, 'payment'],
      [ordinals.address, 'ordinal'],
      [other.ordinals.address, undefined],
    ],
  ],
  [
    'a Stacks account at the front does not shift the index',
    [{ address: STACKS, symbol: 'STX' }, { address: payment.address }, { address: ordinals.address }],
    [
      [payment.address, 'payment'],
      [ordinals.address, 'ordinal'],
      [STACKS, 'stx'],
    ],
  ],
  [
    'a second address that cannot be taproot is not called ordinal',
    [payment.address, other.payment.address],
    [
      [payment.address, 'payment'],
      [other.payment.address, undefined],
    ],
  ],
  ['a single address is payment, even a taproot one', [ordinals.address], [[ordinals.address, 'payment']]],
  [
    'one address for both purposes is one account',
    [
      { address: payment.address, purpose: 'ordinals' },
      { address: payment.address, purpose: 'payment' },
    ],
    [[payment.address, 'payment']],
  ],
  [
    'addresses of other networks and invalid ones are left out',
    [keysOf(signet).payment.address, '0xabc', null, 5, { address: 7 }, payment.address],
    [[payment.address, 'payment']],
  ],
])('chains.md, pitfall 18: %s', (_, reported, expected) => expect(typesOf(reported)).toEqual(expected))

test('key and path are kept; a key in bytes becomes hexadecimal, and an invalid key is dropped', () => {
  const bytes = Uint8Array.from(Buffer.from(payment.publicKey, 'hex'))
  const [first, second] = readAccounts([
    { address: payment.address, publicKey: bytes, derivationPath: "m/84'/0'/0'/0/0" },
    { address: ordinals.address, publicKey: 'no key', path: 5 },
  ])
  expect(first).toEqual({ address: payment.address, publicKey: payment.publicKey, path: "m/84'/0'/0'/0/0" })
  expect(second).toEqual({ address: ordinals.address })
})
