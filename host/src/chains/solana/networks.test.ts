import type { CaipNetworkId } from '@portico/contracts'
import { solana } from '@portico/contracts/testing'
import { walletChain } from './networks.ts'

const ALL = ['solana:mainnet', 'solana:devnet', 'solana:testnet', 'solana:localnet']
const chain = (caipNetworkId: CaipNetworkId, chains: readonly string[] = ALL) =>
  walletChain({ ...solana, caipNetworkId }, chains)

test.each<[CaipNetworkId, string]>([
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana:mainnet'],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d', 'solana:mainnet'],
  ['solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ', 'solana:mainnet'],
  ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'solana:devnet'],
  ['solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K', 'solana:devnet'],
  ['solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', 'solana:testnet'],
  ['solana:mainnet', 'solana:mainnet'],
])('for a wallet, %s is %s', (id, expected) => {
  expect(chain(id)).toBe(expected)
})

test('a public network that the wallet does not list is not served', () => {
  expect(chain(solana.caipNetworkId, ['solana:devnet', 'solana:localnet'])).toBeUndefined()
})

test('a wallet may list a public network by its genesis hash', () => {
  expect(chain(solana.caipNetworkId, ['solana:devnet', solana.caipNetworkId])).toBe(solana.caipNetworkId)
})

describe('a network of the site is called', () => {
  const own = 'solana:GH7ome3EiwEr7tu9JuTh2dpYWBJK3z69'
  test("by the site's name, if the wallet knows that name", () => {
    expect(chain(own, [...ALL, own])).toBe(own)
  })
  test('otherwise by the name of a network that only the wallet has', () => {
    expect(chain(own)).toBe('solana:localnet')
  })
  test('never by the name of a public network, because test transactions must not reach one', () => {
    expect(chain(own, ['solana:mainnet', solana.caipNetworkId])).toBeUndefined()
  })
})
