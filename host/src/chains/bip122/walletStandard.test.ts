/** @jest-environment jsdom */
import { Transaction } from '@scure/btc-signer'
import {
  BIP322_SIGNATURE,
  bitcoin,
  clearPage,
  keysOf,
  openPsbt,
  regtest,
  settled,
  signet,
  site,
  standard,
  standardEvents,
  TXID,
  toBase64,
} from '../../../testing/bitcoinWallets.ts'

const ID = 'Harbor'
const { payment, ordinals } = keysOf(bitcoin)
const signInputs = [
  { address: payment.address, index: 0 },
  { address: ordinals.address, index: 1 },
]
let page: ReturnType<typeof site>
let wallet: ReturnType<typeof standard>
const events = standardEvents()

function start(options: Parameters<typeof standard>[0] = {}, networks = [bitcoin, signet, regtest]): void {
  wallet = standard(options)
  page = site(networks)
}

afterEach(() => {
  wallet.unregister()
  page.end()
  clearPage()
  jest.restoreAllMocks()
})

test('a wallet with bitcoin:connect is listed by name and asked for payment and ordinals accounts', async () => {
  start()
  expect(page.connectors()).toMatchObject([{ id: ID, name: ID, type: 'ANNOUNCED' }])
  expect(await page.connect(ID)).toEqual({
    connectorId: ID,
    accounts: [
      { address: payment.address, publicKey: payment.publicKey, type: 'payment' },
      { address: ordinals.address, publicKey: ordinals.publicKey, type: 'ordinal' },
    ],
    caipNetworkId: bitcoin.caipNetworkId,
  })
  expect(wallet.given('connect')).toEqual([{ purposes: ['payment', 'ordinals'] }])
})

test('a wallet that unregisters is no longer listed, and its connection ends', async () => {
  start()
  await page.connect(ID)
  page.watch(ID)
  wallet.unregister()
  expect(page.connectors()).toEqual([])
  expect(page.changes).toEqual([{ type: 'disconnected' }])
})

test("the connection's network is that of the accounts", async () => {
  start({ on: regtest, chains: ['bitcoin:mainnet', 'bitcoin:regtest'] })
  expect((await page.connect(ID, regtest)).caipNetworkId).toBe(regtest.caipNetworkId)
})

test("§4: a wallet that serves neither the page's nor the site's first network is not asked to connect", async () => {
  start({}, [signet, regtest])
  await expect(page.connect(ID)).rejects.toMatchObject({
    code: 'connection.chainsUnsupported',
    message: 'The connector does not support any of the requested chains',
  })
  expect(wallet.methods()).toEqual([])
})

test('chains.md, pitfall 7: only accounts that the wallet exposes or returns silently are restored', async () => {
  start()
  expect(await page.restore(ID)).toBeUndefined()
  wallet.expose()
  expect(await page.restore(ID)).toMatchObject({ accounts: [{ address: payment.address }, {}] })
  expect(wallet.methods()).toEqual([])
})

test('chains.md, pitfall 7: standard:connect is called silently', async () => {
  const connect = jest.fn(async () => ({ accounts: [{ address: payment.address, chains: ['bitcoin:mainnet'] }] }))
  start({ features: { 'standard:connect': { connect } } })
  expect(await page.restore(ID)).toMatchObject({ accounts: [{ address: payment.address }] })
  expect(connect).toHaveBeenCalledWith({ silent: true })
  expect(wallet.methods()).toEqual([])
})

test("a message is signed with the address's account object; the signature becomes base64", async () => {
  start()
  await page.connect(ID)
  expect(await page.adapter.signMessage(ID, ordinals.address, 'hello')).toBe(BIP322_SIGNATURE)
  expect(wallet.given('signMessage')).toEqual([
    { account: wallet.registered.accounts[1], message: new TextEncoder().encode('hello') },
  ])
})

test('the wallet cannot transfer, and the error names the alternative', async () => {
  start()
  await page.connect(ID)
  await expect(page.provider(ID).sendTransfer({ recipient: payment.address, amount: '1' })).rejects.toMatchObject({
    code: 'connection.requestFailed',
    details: { reason: 'the wallet sends nothing: sign a PSBT and broadcast it' },
  })
})

test('chains.md, pitfall 22: each input is passed on with its account and its requested sighash type', async () => {
  start()
  await page.connect(ID)
  const inputs = [{ ...signInputs[0], sighashTypes: [0x83] }, signInputs[1]] as typeof signInputs
  await page.provider(ID).signPSBT({ psbt: toBase64(openPsbt()), signInputs: inputs })
  const [first, second] = wallet.registered.accounts
  expect(wallet.given('signTransaction')).toEqual([
    {
      psbt: openPsbt(),
      chain: 'bitcoin:mainnet',
      inputsToSign: [
        { account: first, signingIndexes: [0], sigHash: 'SINGLE|ANYONECANPAY' },
        { account: second, signingIndexes: [1] },
      ],
    },
  ])
})

test('chains.md, pitfall 22: a sighash type without a name in the standard is refused, not dropped', async () => {
  start()
  await page.connect(ID)
  const inputs = [{ address: payment.address, index: 0, sighashTypes: [0x41] }]
  const signing = page.provider(ID).signPSBT({ psbt: toBase64(openPsbt()), signInputs: inputs })
  await expect(signing).rejects.toMatchObject({ code: 'connection.requestFailed' })
  expect(wallet.methods()).toEqual(['connect'])
})

test('a transaction that the wallet has signed is broadcast by the Esplora server of that network', async () => {
  start()
  await page.connect(ID)
  const fetched = jest.fn(async (_: string, __: RequestInit) => new Response(TXID))
  globalThis.fetch = fetched as never
  const psbt = toBase64(openPsbt())
  const { txid } = await page.provider(ID).signPSBT({ psbt, signInputs, broadcast: true })
  const [url, init] = fetched.mock.calls[0] ?? []
  expect(url).toBe('https://bitcoin.example/api/tx')
  const sent = Transaction.fromRaw(Uint8Array.from(Buffer.from(String(init?.body), 'hex')))
  expect([sent.inputsLength, sent.getOutput(0).amount, sent.id]).toEqual([2, 15_000n, txid])
})

test('the network is switched if the wallet supports that', async () => {
  const switchNetwork = jest.fn(async () => {})
  start({
    chains: ['bitcoin:mainnet', 'bitcoin:signet'],
    features: { 'bitcoin:switchNetwork': { switchNetwork } },
  })
  await page.connect(ID)
  // The wallet resolves, but exposes the same accounts as before.
  await expect(page.switchNetwork(ID, signet)).rejects.toMatchObject({ code: 'chain.switchDeclined' })
  expect(switchNetwork).toHaveBeenCalledWith({ chain: 'bitcoin:signet' })
})

test('if the wallet cannot switch networks, the error says so', async () => {
  start({ chains: ['bitcoin:mainnet', 'bitcoin:signet'] })
  await page.connect(ID)
  await expect(page.switchNetwork(ID, signet)).rejects.toMatchObject({ code: 'chain.switchUnavailable' })
})

test("chains.md, pitfall 48: the wallet's changes are reported while someone listens", async () => {
  start({ features: { 'standard:events': events.feature } })
  await page.connect(ID)
  const watching = new AbortController()
  page.watch(ID, watching.signal)
  events.emit({ accounts: [{ address: ordinals.address, chains: ['bitcoin:mainnet'] }] })
  events.emit({ features: {} })
  events.emit({ accounts: [] })
  expect(page.changes).toMatchObject([
    { type: 'accounts', accounts: [{ address: ordinals.address }] },
    { type: 'disconnected' },
  ])
  watching.abort()
  expect(events.listeners.size).toBe(0)
})

test('chains.md, pitfall 48: a wallet without events is checked when the visitor returns', async () => {
  start()
  await page.connect(ID)
  page.watch(ID)
  const [first] = wallet.registered.accounts
  wallet.registered.accounts.splice(0, 2, ...(first ? [{ ...first, address: ordinals.address }] : []))
  globalThis.dispatchEvent(new Event('focus'))
  await settled()
  expect(page.changes).toMatchObject([{ type: 'accounts', accounts: [{ address: ordinals.address }] }])
})
