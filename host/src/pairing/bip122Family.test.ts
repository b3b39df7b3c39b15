import { readBitcoinAccounts, toBase64Text } from './bip122Family.ts'

const PAYMENT = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const ORDINAL = 'bc1p5d7rjq7g6rdk2yhzks9smlaqtedr4dekq08ge8ztwac72sfr9rusxg3297'

test('accounts are strings or objects; purposes, keys and paths are kept, and payment comes first (pitfall 17)', () => {
  expect(readBitcoinAccounts([PAYMENT])).toEqual([{ address: PAYMENT }])
  expect(
    readBitcoinAccounts([
      { address: ORDINAL, intention: 'ordinal', publicKey: 'ab' },
      { address: PAYMENT, purpose: 'Payment', path: 'm/84' },
      { address: ORDINAL },
      { address: '<b>' },
      7,
      null,
    ]),
  ).toEqual([
    { address: PAYMENT, type: 'payment', path: 'm/84' },
    { address: ORDINAL, type: 'ordinal', publicKey: 'ab' },
  ])
  expect(readBitcoinAccounts({})).toEqual([])
})

test('signatures are returned in base64, however the wallet encodes them (pitfall 22)', () => {
  expect(toBase64Text('deadbeef')).toBe('3q2+7w==')
  expect(toBase64Text('0xDEADBEEF')).toBe('3q2+7w==')
  expect(toBase64Text('3q2+7w==')).toBe('3q2+7w==')
  for (const none of [undefined, '', '!', 7]) expect(() => toBase64Text(none)).toThrow()
})
