import 'fake-indexeddb/auto'
import type { CaipNetworkId } from '@portico/contracts'
import type { Addresses } from '../interfaces.ts'
import { createFakeSmart } from '../rpc/testing/fakeSmart.ts'
import { openAccountDatabase } from './accountDatabase.ts'
import { createOwnAccounts } from './ownAccounts.ts'
import { safeAddress } from './safeAddress.ts'

const SOLANA: CaipNetworkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const eip155 = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const addresses = { eip155, solana: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV' } as unknown as Addresses
const own = { type: 'eoa', address: eip155 }
const smart = { type: 'smartAccount', address: safeAddress(eip155) }

function open(change: Parameters<typeof createFakeSmart>[0] = {}) {
  let loads = 0
  const accounts = createOwnAccounts({
    bundlers: { 'eip155:1': 'https://bundler.example', 'eip155:137': 'https://bundler.example' },
    async smart() {
      loads += 1
      return createFakeSmart(change).smart
    },
    preferred: openAccountDatabase().preferred,
  })
  return { accounts, loads: () => loads }
}

test("the smart account's address is well-formed, and the letter case of the owner's address does not change it", () => {
  expect(safeAddress(eip155)).toMatch(/^0x[\da-fA-F]{40}$/)
  expect(safeAddress(eip155.toLowerCase())).toBe(safeAddress(eip155))
})

test("by default the smart account is used on networks that have it, and the key's own account elsewhere", async () => {
  const { accounts, loads } = open()
  expect(await accounts.on('eip155:10', addresses)).toEqual({ accounts: [own], isDeployed: false })
  expect((await accounts.on(SOLANA, addresses)).accounts).toEqual([{ type: 'eoa', address: addresses.solana }])
  expect(loads()).toBe(0)
  expect(await accounts.on('eip155:1', addresses)).toEqual({ accounts: [smart, own], isDeployed: false })
  // This network has a bundler, but not the contracts.
  expect(await accounts.on('eip155:137', addresses)).toEqual({ accounts: [own], isDeployed: false })
})

test('the chosen account is remembered after a reload, but only for the visitor who chose it', async () => {
  await open().accounts.prefer(addresses, 'eoa')
  const { accounts } = open()
  expect((await accounts.on('eip155:1', addresses)).accounts).toEqual([own, smart])
  const other = { eip155: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' } as unknown as Addresses
  expect((await accounts.on('eip155:1', other)).accounts[0].type).toBe('smartAccount')
  await accounts.prefer(addresses, 'smartAccount')
  expect((await accounts.on('eip155:1', addresses)).accounts).toEqual([smart, own])
})

test.each([
  ['never answers', () => new Promise<boolean>(() => {})],
  ['is unreachable', () => Promise.reject(new Error('offline'))],
])('a network that %s has no smart account, and delays nothing', async (_, isOn) => {
  const { accounts } = open({ isOn })
  const begun = performance.now()
  expect(await accounts.on('eip155:1', addresses, 20)).toEqual({ accounts: [own], isDeployed: false })
  expect(performance.now() - begun).toBeLessThan(5_000)
})
