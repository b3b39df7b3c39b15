/** @jest-environment jsdom */
import {
  BIP322_SIGNATURE,
  bitcoin,
  clearPage,
  ECDSA_SIGNATURE,
  idOf,
  keysOf,
  openPsbt,
  settled,
  signet,
  site,
  TXID,
  testnet,
  testnet4,
  toBase64,
  xverse,
} from '../../../testing/bitcoinWallets.ts'

const ID = 'Xverse Wallet'
const { payment, ordinals } = keysOf(bitcoin)
let page: ReturnType<typeof site>
let wallet: ReturnType<typeof xverse>

beforeEach(() => {
  wallet = xverse()
  page = site([bitcoin, testnet, testnet4, signet])
})
afterEach(() => {
  page.end()
  clearPage()
})

test('the wallet is listed with its own name and icon', () => {
  expect(page.connectors()).toEqual([
    {
      id: ID,
      name: ID,
      type: 'ANNOUNCED',
      namespace: 'bip122',
      imageUrl: 'data:image/png;base64,AA==',
      explorerId: '2a87d74ae02e10bdd1f51f7ce6c4e1cc53cd5f2c0b6b5ad0d7b3007d2b13de7b',
    },
  ])
})

test("one prompt requests both accounts on the page's network; the reported purposes decide the types", async () => {
  expect(await page.connect(ID)).toEqual({
    connectorId: ID,
    accounts: [
      { address: payment.address, publicKey: payment.publicKey, type: 'payment' },
      { address: ordinals.address, publicKey: ordinals.publicKey, type: 'ordinal' },
    ],
    caipNetworkId: bitcoin.caipNetworkId,
  })
  expect(wallet.calls).toEqual([
    { method: 'wallet_connect', params: [{ addresses: ['payment', 'ordinals'], network: 'Mainnet' }] },
  ])
})

test.each([
  ['Signet', signet],
  ['Testnet', testnet],
  ['Testnet4', testnet4],
])('chains.md, pitfall 21: %s is requested and recognized by its own name', async (name, network) => {
  const connection = await page.connect(ID, network)
  expect(wallet.given('wallet_connect')).toEqual([expect.objectContaining({ network: name })])
  expect(connection.caipNetworkId).toBe(network.caipNetworkId)
})

test('an older wallet without wallet_connect is asked for its addresses', async () => {
  wallet.refuse('wallet_connect', { code: -32601, message: 'Method not found' })
  wallet.answer('getAddresses', () => ({ addresses: [{ ...payment, purpose: 'payment' }] }))
  expect((await page.connect(ID)).accounts).toMatchObject([{ address: payment.address, type: 'payment' }])
})

test('a visitor who declines is prompted only once, and the request counts as declined', async () => {
  wallet.refuse('wallet_connect', { code: -32000, message: 'No' })
  await expect(page.connect(ID)).rejects.toMatchObject({ code: 'connection.rejected' })
  expect(wallet.methods()).toEqual(['wallet_connect'])
})

test('chains.md, pitfall 45: a missing permission is neither a rejection nor a pending request', async () => {
  wallet.refuse('wallet_connect', { code: -32002, message: 'Access denied.' })
  wallet.refuse('getAddresses', { code: -32002, message: 'Access denied.' })
  await expect(page.connect(ID)).rejects.toMatchObject({ code: 'connection.failed' })
})

test('chains.md, pitfall 7: only accounts that are still granted are restored, without a prompt', async () => {
  expect(await page.restore(ID)).toBeUndefined()
  wallet.grant()
  expect(await page.restore(ID)).toMatchObject({ accounts: [{ address: payment.address }, {}] })
  expect(wallet.methods()).toEqual(['wallet_getAccount', 'wallet_getAccount'])
})

test('signs a message with the protocol of the address type, and returns base64', async () => {
  await page.connect(ID)
  expect(await page.adapter.signMessage(ID, payment.address, 'hello')).toBe(ECDSA_SIGNATURE)
  expect(await page.adapter.signMessage(ID, ordinals.address, 'hello')).toBe(BIP322_SIGNATURE)
  expect(wallet.given('signMessage')).toEqual([{ message: 'hello', address: ordinals.address, protocol: 'BIP322' }])
})

test('transfers satoshi as a number', async () => {
  await page.connect(ID)
  expect(await page.provider(ID).sendTransfer({ recipient: payment.address, amount: '1234500000' })).toBe(TXID)
  expect(wallet.given('sendTransfer')).toEqual([{ recipients: [{ address: payment.address, amount: 1_234_500_000 }] }])
})

test('chains.md, pitfall 22: the wallet gets every input to sign, and broadcasts the result itself', async () => {
  await page.connect(ID)
  const signInputs = [
    { address: payment.address, index: 0 },
    { address: ordinals.address, index: 1 },
  ]
  const psbt = toBase64(openPsbt())
  const signed = await page.provider(ID).signPSBT({ psbt, signInputs, broadcast: true })
  expect(signed.txid).toBe(idOf(signed.psbt))
  expect(wallet.given('signPsbt')).toEqual([
    { psbt, signInputs: { [payment.address]: [0], [ordinals.address]: [1] }, broadcast: true },
  ])
})

test('the network is switched by name, and the accounts change with it', async () => {
  await page.connect(ID)
  page.watch(ID)
  await page.switchNetwork(ID, testnet4)
  expect(wallet.given('wallet_changeNetwork')).toEqual([{ name: 'Testnet4' }])
  expect(page.changes).toMatchObject([
    { type: 'accounts', accounts: [{ address: keysOf(testnet4).payment.address }, {}] },
    { type: 'network', caipNetworkId: testnet4.caipNetworkId },
  ])
})

test('new accounts, a new network and a disconnect are reported; no listener remains once watching ends', async () => {
  await page.connect(ID)
  const watching = new AbortController()
  page.watch(ID, watching.signal)
  const moved = keysOf(signet).payment
  wallet.emit('accountChange', { type: 'accountChange', addresses: [{ ...ordinals, purpose: 'payment' }] })
  wallet.emit('networkChange', {
    type: 'networkChange',
    bitcoin: { name: 'Signet' },
    addresses: [{ address: moved.address, purpose: 'payment' }],
  })
  wallet.emit('disconnect', { type: 'disconnect' })
  expect(page.changes).toMatchObject([
    { type: 'accounts', accounts: [{ address: ordinals.address, type: 'payment' }] },
    { type: 'accounts', accounts: [{ address: moved.address }] },
    { type: 'network', caipNetworkId: signet.caipNetworkId },
    { type: 'disconnected' },
  ])
  watching.abort()
  expect(wallet.listeners).toEqual([])
})

test('after an event without addresses the wallet is queried; if access is denied, the connection ends', async () => {
  await page.connect(ID)
  page.watch(ID)
  wallet.refuse('wallet_getAccount', { code: -32002, message: 'Access denied.' })
  wallet.emit('accountChange', { type: 'accountChange' })
  await settled()
  expect(page.changes).toEqual([{ type: 'disconnected' }])
})

test('garbage events change nothing', async () => {
  await page.connect(ID)
  page.watch(ID)
  for (const payload of [
    null,
    5,
    { addresses: [] },
    { addresses: [{ address: 'x' }] },
    { bitcoin: { name: 'Moonnet' } },
  ]) {
    wallet.emit('accountChange', payload)
    wallet.emit('networkChange', payload)
    wallet.emit('disconnect', payload)
    await settled()
  }
  expect(page.changes).toEqual([])
})

test('disconnecting revokes the permission', async () => {
  await page.connect(ID)
  await page.adapter.disconnect(ID)
  expect(wallet.methods().at(-1)).toBe('wallet_disconnect')
  expect(await page.restore(ID)).toBeUndefined()
})
