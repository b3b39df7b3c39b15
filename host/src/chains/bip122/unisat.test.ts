/** @jest-environment jsdom */
import { walletError } from '@portico/contracts/testing'
import { hex } from '@scure/base'
import {
  BIP322_SIGNATURE,
  bitcoin,
  clearPage,
  ECDSA_SIGNATURE,
  idOf,
  keysOf,
  OTHER_KEY,
  openPsbt,
  regtest,
  settled,
  sign,
  signet,
  site,
  TXID,
  testnet,
  toBase64,
  unisat,
} from '../../../testing/bitcoinWallets.ts'

const ID = 'unisat'
const { payment, ordinals } = keysOf(bitcoin)
let page: ReturnType<typeof site>
let wallet: ReturnType<typeof unisat>

beforeEach(() => {
  wallet = unisat()
  page = site([bitcoin, testnet, signet])
})
afterEach(() => {
  page.end()
  clearPage()
})

test('the active account is connected, with its public key and network', async () => {
  expect(page.connectors()).toMatchObject([{ id: ID, name: 'Unisat Wallet' }])
  wallet.go(signet)
  const own = keysOf(signet).payment
  expect(await page.connect(ID)).toEqual({
    connectorId: ID,
    accounts: [{ address: own.address, publicKey: own.publicKey, type: 'payment' }],
    caipNetworkId: signet.caipNetworkId,
  })
})

test.each<[string, string, (provider: object) => void]>([
  ['bitget', 'Bitget Wallet', (provider) => Object.assign(globalThis, { bitkeep: { unisat: provider } })],
  ['binancew3w', 'Binance Web3 Wallet', (provider) => Object.assign(globalThis, { binancew3w: { bitcoin: provider } })],
])("%s has UniSat's interface and is listed as %s", async (id, name, place) => {
  clearPage()
  const other = unisat(bitcoin, place)
  const site_ = site()
  expect(site_.connectors()).toMatchObject([{ id, name }])
  expect(await site_.connect(id)).toMatchObject({ accounts: [{ address: payment.address }] })
  expect(other.methods()[0]).toBe('requestAccounts')
  site_.end()
})

test("a wallet that also injects at UniSat's place is listed once, under its own name", () => {
  clearPage()
  unisat(bitcoin, (provider) => Object.assign(globalThis, { binancew3w: { bitcoin: provider }, unisat: provider }))
  const other = site()
  expect(other.connectors()).toMatchObject([{ id: 'binancew3w' }])
  other.end()
})

test('chains.md, pitfall 7: restoring does not prompt; a revoked permission is not restored', async () => {
  expect(await page.restore(ID)).toBeUndefined()
  await page.connect(ID)
  expect(await page.restore(ID)).toMatchObject({ accounts: [{ address: payment.address }] })
  expect(wallet.methods().filter((method) => method === 'requestAccounts')).toHaveLength(1)
})

test('signs only with the active account, by the requested protocol or else by that of the address type', async () => {
  await page.connect(ID)
  expect(await page.adapter.signMessage(ID, payment.address, 'hello')).toBe(ECDSA_SIGNATURE)
  expect(wallet.given('signMessage')).toEqual(['hello', 'ecdsa'])
  const bip322 = await page.provider(ID).signMessage({ message: 'hello', address: payment.address, protocol: 'bip322' })
  expect(bip322).toBe(BIP322_SIGNATURE)
  expect(wallet.given('signMessage')).toEqual(['hello', 'bip322-simple'])
  const other = page.adapter.signMessage(ID, keysOf(bitcoin, OTHER_KEY).payment.address, 'hello')
  await expect(other).rejects.toMatchObject({ code: 'connection.requestFailed' })
})

test('chains.md, pitfall 19: transfers satoshi as a number', async () => {
  await page.connect(ID)
  const recipient = ordinals.address
  expect(await page.provider(ID).sendTransfer({ recipient, amount: '123456789' })).toBe(TXID)
  expect(wallet.given('sendBitcoin')).toEqual([recipient, 123_456_789])
})

test('the wallet gets all input options, and the PSBT that it signs stays open for other signers', async () => {
  await page.connect(ID)
  const psbt = openPsbt()
  const input = { address: payment.address, index: 0, sighashTypes: [1], useTweakedSigner: true }
  const { psbt: signed } = await page.provider(ID).signPSBT({ psbt: toBase64(psbt), signInputs: [input] })
  expect(wallet.given('signPsbt')).toEqual([hex.encode(psbt), { autoFinalized: false, toSignInputs: [input] }])
  expect(signed).toBe(toBase64(sign(psbt, [0])))
})

test('a signed transaction is broadcast only after it is verified to be the requested one', async () => {
  await page.connect(ID)
  const signInputs = [0, 1].map((index) => ({ address: payment.address, index }))
  const params = { psbt: toBase64(openPsbt()), signInputs, broadcast: true }
  const signed = await page.provider(ID).signPSBT(params)
  expect(signed.txid).toBe(idOf(signed.psbt))
  expect(wallet.methods().slice(-2)).toEqual(['signPsbt', 'pushPsbt'])

  wallet.answer('signPsbt', () => hex.encode(sign(openPsbt(bitcoin, 1_000n), [0, 1])))
  await expect(page.provider(ID).signPSBT(params)).rejects.toMatchObject({ code: 'bitcoin.otherTransaction' })
  expect(wallet.methods().at(-1)).toBe('signPsbt')
})

test("the network is switched by UniSat's name for it", async () => {
  await page.connect(ID)
  page.watch(ID)
  await page.switchNetwork(ID, testnet)
  expect(wallet.given('switchChain')).toEqual(['BITCOIN_TESTNET'])
  expect(page.changes).toMatchObject([
    { type: 'accounts', accounts: [{ address: keysOf(testnet).payment.address }] },
    { type: 'network', caipNetworkId: testnet.caipNetworkId },
  ])
})

test.each([
  ['declines', walletError(4001), 'chain.switchDeclined'],
  ['does not know the network', walletError(4902), 'chain.unsupported'],
  ['fails', walletError(-1, 'broken'), 'connection.requestFailed'],
])('if a wallet %s when asked to switch, the site gets an error', async (_, error, code) => {
  await page.connect(ID)
  wallet.refuse('switchChain', error)
  await expect(page.switchNetwork(ID, testnet)).rejects.toMatchObject({ code })
})

test('a wallet that resolves but stays on its network counts as not switched', async () => {
  await page.connect(ID)
  wallet.answer('switchChain', () => null)
  await expect(page.switchNetwork(ID, testnet)).rejects.toMatchObject({ code: 'chain.switchDeclined' })
})

test('a chain with Bitcoin-like addresses is not mistaken for Bitcoin', async () => {
  wallet.answer('getChain', () => ({ enum: 'FRACTAL_BITCOIN_MAINNET', network: 'livenet' }))
  await expect(page.connect(ID)).rejects.toMatchObject({ code: 'connection.chainsUnsupported' })
})

test('if UniSat cannot report its network, the addresses decide', async () => {
  clearPage()
  wallet = unisat(regtest)
  const other = site([regtest])
  expect((await other.connect(ID)).caipNetworkId).toBe(regtest.caipNetworkId)
  other.end()
})

test.each<[string, unknown]>([
  ['a list', []],
  ['an object', { accounts: [] }],
  ['null', null],
])('chains.md, pitfall 20: a removed account is noticed when the wallet reports it as %s', async (_, payload) => {
  await page.connect(ID)
  page.watch(ID)
  wallet.answer('getAccounts', () => [])
  wallet.emit('accountsChanged', payload)
  await settled()
  expect(page.changes).toEqual([{ type: 'disconnected' }])
})

test("chains.md, pitfall 20: our listeners are removed, and the page's are kept", async () => {
  const listener = () => {}
  wallet.on('accountsChanged', listener)
  await page.connect(ID)
  const watching = new AbortController()
  page.watch(ID, watching.signal)
  expect(wallet.listeners.length).toBeGreaterThan(1)
  watching.abort()
  expect(wallet.listeners).toEqual([{ event: 'accountsChanged', listener }])
})
