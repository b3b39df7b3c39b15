import { CHAIN_NAMESPACES, type ChainNamespace } from '../caip.ts'
import { isAddressOf } from './accounts.ts'

const addresses: readonly (readonly [ChainNamespace, string])[] = [
  ['eip155', '0x3b1c0D2Fe7A58E0d0f7B6f2E1b9A5C7d8E9F0a1B'],
  ['solana', '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'],
  ['bip122', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['cosmos', 'cosmos1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5lzv7xu'],
  ['polkadot', '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'],
]

test('every family has an example', () => {
  expect(addresses.map(([namespace]) => namespace).sort()).toEqual([...CHAIN_NAMESPACES].sort())
})

test.each(addresses)(
  'an address of %s belongs to this family and to no other that looks different',
  (namespace, address) => {
    expect(isAddressOf(namespace, address)).toBe(true)
    for (const broken of ['', address.slice(0, 9), `${address} `, `${address}\n`, `<${address}>`, 'ada.eth']) {
      expect(isAddressOf(namespace, broken)).toBe(false)
    }
    if (namespace !== 'eip155') expect(isAddressOf('eip155', address)).toBe(false)
    if (namespace !== 'solana') expect(isAddressOf('solana', address)).toBe(false)
  },
)

test.each([
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
])('%s is a Bitcoin address', (address) => expect(isAddressOf('bip122', address)).toBe(true))
