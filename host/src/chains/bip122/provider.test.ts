/** @jest-environment jsdom */

import { bitcoin, clearPage, keysOf, settled, signet, site, testnet, unisat } from '../../../testing/bitcoinWallets.ts'
import type { BitcoinProvider } from './provider.ts'

const ID = 'unisat'
const { payment, ordinals } = keysOf(bitcoin)
let page: ReturnType<typeof site>
let wallet: ReturnType<typeof unisat>
let provider: BitcoinProvider

beforeEach(async () => {
  wallet = unisat()
  page = site([bitcoin, testnet])
  await page.connect(ID)
  provider = page.provider(ID)
})
afterEach(() => {
  page.end()
  clearPage()
})

test('a wallet has one provider, and a missing wallet has none', () => {
  expect(page.provider(ID)).toBe(provider)
  expect(page.adapter.getProvider('gone')).toBeUndefined()
})

test('chains.md §5.4: the provider returns the addresses with their purposes', async () => {
  expect(await provider.getAccountAddresses()).toEqual([
    { address: payment.address, publicKey: payment.publicKey, purpose: 'payment' },
  ])
  await page.adapter.disconnect(ID)
  expect(await provider.getAccountAddresses()).toEqual([])
})

test.each<[string, () => Promise<unknown>]>([
  ['an amount that is not a whole number', () => provider.sendTransfer({ recipient: payment.address, amount: '1.5' })],
  ['an amount with a separator', () => provider.sendTransfer({ recipient: payment.address, amount: '1,000' })],
  ['a zero amount', () => provider.sendTransfer({ recipient: payment.address, amount: '0' })],
  ['more than the supply', () => provider.sendTransfer({ recipient: payment.address, amount: '2100000000000001' })],
  [
    'an address of another network',
    () => provider.sendTransfer({ recipient: keysOf(signet).payment.address, amount: '1' }),
  ],
  [
    'a message for an address of another wallet',
    () => provider.signMessage({ message: 'x', address: keysOf(signet).payment.address }),
  ],
  [
    'an ECDSA signature for taproot',
    () => provider.signMessage({ message: 'x', address: ordinals.address, protocol: 'ecdsa' }),
  ],
  ['a PSBT request without parameters', () => provider.signPSBT(undefined as never)],
])('%s is refused before the wallet is asked', async (_, ask) => {
  const before = wallet.methods().length
  await expect(ask()).rejects.toMatchObject({ code: 'connection.requestFailed' })
  expect(wallet.methods()).toHaveLength(before)
})

test("a declined request rejects as declined, with the wallet's error as its cause", async () => {
  const declined = Object.assign(new Error('User rejected the request.'), { code: 4001 })
  wallet.refuse('signMessage', declined)
  await expect(provider.signMessage({ message: 'x', address: payment.address })).rejects.toMatchObject({
    code: 'connection.requestRejected',
    cause: declined,
  })
})

test('the provider switches only to networks of the site', async () => {
  await provider.switchNetwork?.(testnet.caipNetworkId)
  expect(wallet.given('switchChain')).toEqual(['BITCOIN_TESTNET'])
  await expect(provider.switchNetwork?.(signet.caipNetworkId)).rejects.toMatchObject({ code: 'network.notFound' })
})

test('the wallet is listened to only while the site listens', async () => {
  const heard: unknown[] = []
  const onAccounts = (accounts: unknown) => void heard.push(accounts)
  const onDisconnect = () => void heard.push('disconnect')
  provider.on('accountsChanged', onAccounts)
  provider.on('disconnect', onDisconnect)
  wallet.answer('getAccounts', () => [ordinals.address])
  wallet.emit('accountsChanged', [ordinals.address])
  await settled()
  wallet.answer('getAccounts', () => [])
  wallet.emit('disconnect')
  await settled()
  expect(heard).toMatchObject([[{ address: ordinals.address, purpose: 'payment' }], 'disconnect'])
  provider.removeListener('accountsChanged', onAccounts)
  provider.removeListener('disconnect', onDisconnect)
  expect(wallet.listeners).toEqual([])
})

test('a throwing listener of the site does not affect the others', async () => {
  const said = jest.spyOn(console, 'error').mockImplementation(() => {})
  const heard = jest.fn()
  page.watch(ID)
  provider.on('disconnect', () => {
    throw new Error('broken')
  })
  provider.on('disconnect', heard)
  wallet.answer('getAccounts', () => [])
  wallet.emit('disconnect')
  await settled()
  expect(heard).toHaveBeenCalledTimes(1)
  expect(page.changes).toEqual([{ type: 'disconnected' }])
  expect(said).toHaveBeenCalledTimes(1)
  said.mockRestore()
})
