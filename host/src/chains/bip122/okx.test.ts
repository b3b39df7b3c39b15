/** @jest-environment jsdom */
import { hex } from '@scure/base'
import {
  bitcoin,
  clearPage,
  keysOf,
  okx,
  openPsbt,
  settled,
  sign,
  signet,
  site,
  TXID,
  testnet,
  toBase64,
} from '../../../testing/bitcoinWallets.ts'
import { bitcoinText } from './okx.ts'

const ID = 'OKX'
const { payment } = keysOf(bitcoin)
let page: ReturnType<typeof site>
let wallet: ReturnType<typeof okx>

beforeEach(() => {
  wallet = okx()
  page = site([bitcoin, testnet, signet])
})
afterEach(() => {
  page.end()
  clearPage()
})

test('OKX is listed with the icon that its Cardano provider exposes', () => {
  expect(page.connectors()).toMatchObject([{ id: ID, name: 'OKX Wallet', imageUrl: 'data:image/svg+xml,%3Csvg/%3E' }])
})

test("the provider for the page's network is used", async () => {
  const own = keysOf(testnet).payment
  expect(await page.connect(ID, testnet)).toEqual({
    connectorId: ID,
    accounts: [{ address: own.address, publicKey: own.publicKey, type: 'payment' }],
    caipNetworkId: testnet.caipNetworkId,
  })
  expect(wallet.mainnet.calls).toEqual([])
})

test("if OKX has no provider for the page's network, the site's first network is used", async () => {
  expect((await page.connect(ID, signet)).caipNetworkId).toBe(bitcoin.caipNetworkId)
})

test('chains.md, pitfall 7: restoring does not prompt', async () => {
  expect(await page.restore(ID)).toBeUndefined()
  await page.connect(ID)
  expect(await page.restore(ID)).toMatchObject({ accounts: [{ address: payment.address }] })
  expect(wallet.mainnet.methods().filter((method) => method === 'connect')).toHaveLength(1)
})

test('another network has another provider, which is asked to connect', async () => {
  await page.connect(ID)
  page.watch(ID)
  await page.switchNetwork(ID, testnet)
  expect(wallet.testnet.methods()).toContain('connect')
  expect(page.changes).toMatchObject([
    { type: 'accounts', accounts: [{ address: keysOf(testnet).payment.address }] },
    { type: 'network', caipNetworkId: testnet.caipNetworkId },
  ])
  await page.provider(ID).sendTransfer({ recipient: keysOf(testnet).ordinals.address, amount: '1' })
  expect(wallet.testnet.methods()).toContain('send')
  await expect(page.switchNetwork(ID, signet)).rejects.toMatchObject({ code: 'chain.unsupported' })
})

test.each([
  [1n, '0.00000001'],
  [100_000_000n, '1.00000000'],
  [123_456_789_012n, '1234.56789012'],
  [2_100_000_000_000_000n, '21000000.00000000'],
])('chains.md, pitfall 19: %p satoshi are %s bitcoin', (satoshi, text) => {
  expect(bitcoinText(satoshi)).toBe(text)
})

test('transfers the exact amount, as text in bitcoin, from the displayed account', async () => {
  await page.connect(ID)
  const recipient = keysOf(bitcoin).ordinals.address
  expect(await page.provider(ID).sendTransfer({ recipient, amount: '123456789012' })).toBe(TXID)
  expect(wallet.mainnet.given('send')).toEqual([{ from: payment.address, to: recipient, value: '1234.56789012' }])
})

test('a signed PSBT is accepted in hexadecimal, and unsupported options are refused', async () => {
  await page.connect(ID)
  const psbt = openPsbt()
  const input = { address: payment.address, index: 0, sighashTypes: [1], disableTweakSigner: true }
  const signed = await page.provider(ID).signPSBT({ psbt: toBase64(psbt), signInputs: [input] })
  expect(signed.psbt).toBe(toBase64(sign(psbt, [0])))
  expect(wallet.mainnet.given('signPsbt')).toEqual([hex.encode(psbt), { autoFinalized: false, toSignInputs: [input] }])
  const tweaked = { psbt: toBase64(psbt), signInputs: [{ ...input, useTweakedSigner: true }] }
  await expect(page.provider(ID).signPSBT(tweaked)).rejects.toMatchObject({
    code: 'connection.requestFailed',
    details: { reason: 'the wallet has no useTweakedSigner' },
  })
})

test("chains.md, pitfall 20: changes are reported, and the page's listeners are kept", async () => {
  const listener = () => {}
  wallet.mainnet.on('accountChanged', listener)
  await page.connect(ID)
  const watching = new AbortController()
  page.watch(ID, watching.signal)
  const { ordinals } = keysOf(bitcoin)
  wallet.mainnet.answer('getAccounts', () => [ordinals.address])
  wallet.mainnet.emit('accountChanged', { address: ordinals.address })
  await settled()
  expect(page.changes).toMatchObject([{ type: 'accounts', accounts: [{ address: ordinals.address }] }])
  watching.abort()
  expect(wallet.mainnet.listeners).toEqual([{ event: 'accountChanged', listener }])
})

test('disconnecting informs the wallet', async () => {
  await page.connect(ID)
  await page.adapter.disconnect(ID)
  expect(wallet.mainnet.methods().at(-1)).toBe('disconnect')
})
