/** @jest-environment jsdom */
import { hex } from '@scure/base'
import {
  BIP322_SIGNATURE,
  bitcoin,
  clearPage,
  idOf,
  keysOf,
  leather,
  openPsbt,
  signet,
  site,
  testnet4,
  toBase64,
} from '../../../testing/bitcoinWallets.ts'

const ID = 'Leather'
const { payment, ordinals } = keysOf(bitcoin)
const SIGN_INPUTS = [
  { address: payment.address, index: 0 },
  { address: ordinals.address, index: 1 },
]
let page: ReturnType<typeof site>
let wallet: ReturnType<typeof leather>

beforeEach(() => {
  jest.useFakeTimers()
  wallet = leather()
  page = site([bitcoin, signet])
  jest.advanceTimersByTime(300)
  wallet.show()
  jest.advanceTimersByTime(200)
  jest.useRealTimers()
})
afterEach(() => {
  page.end()
  clearPage()
})

test('chains.md §2.4: it is found though it comes late; an icon from elsewhere is left out', () => {
  expect(page.told.map((connectors) => connectors.length)).toEqual([0, 1])
  const explorerId = '483afe1df1df63daf313109971ff3ef8356ddf1cc4e45877d205eee0b7893a13'
  expect(page.connectors()).toEqual([{ id: ID, name: ID, type: 'ANNOUNCED', namespace: 'bip122', explorerId }])
})

test('without purposes the first account is payment and the taproot one ordinal; Stacks is kept', async () => {
  const { accounts } = await page.connect(ID)
  expect(accounts).toEqual([
    { address: payment.address, publicKey: payment.publicKey, path: "m/84'/0'/0'/0/0", type: 'payment' },
    { address: ordinals.address, publicKey: ordinals.publicKey, path: "m/86'/0'/0'/0/0", type: 'ordinal' },
    { address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7', type: 'stx' },
  ])
})

test('chains.md, pitfall 7: it is never asked for what it would prompt for; what it told on this page is known', async () => {
  expect(await page.restore(ID)).toBeUndefined()
  expect(wallet.methods()).toEqual([])
  await page.connect(ID)
  expect(await page.restore(ID)).toMatchObject({ connectorId: ID })
  await page.adapter.disconnect(ID)
  expect(await page.restore(ID)).toBeUndefined()
  expect(wallet.methods()).toEqual(['getAddresses'])
})

test('it signs with the account of the address; one that signs with another is not believed', async () => {
  await page.connect(ID)
  expect(await page.adapter.signMessage(ID, ordinals.address, 'hello')).toBe(BIP322_SIGNATURE)
  expect(wallet.given('signMessage')).toEqual([
    { message: 'hello', address: ordinals.address, paymentType: 'p2tr', protocol: 'BIP322', network: 'mainnet' },
  ])
  wallet.answer('signMessage', () => ({ signature: BIP322_SIGNATURE, address: payment.address }))
  await expect(page.adapter.signMessage(ID, ordinals.address, 'hello')).rejects.toMatchObject({
    code: 'connection.requestFailed',
  })
})

test('a site that chose ECDSA does not get another signature for it', async () => {
  await page.connect(ID)
  const asked = page.provider(ID).signMessage({ message: 'hello', address: payment.address, protocol: 'ecdsa' })
  await expect(asked).rejects.toMatchObject({ code: 'connection.requestFailed' })
})

test('it transfers satoshi as a text, on the network that it is on', async () => {
  await page.connect(ID)
  await page.provider(ID).sendTransfer({ recipient: ordinals.address, amount: '5' })
  expect(wallet.given('sendTransfer')).toEqual([
    { recipients: [{ address: ordinals.address, amount: '5' }], network: 'mainnet' },
  ])
})

test('chains.md, pitfall 22: it signs every input, not the first alone; its hexadecimal becomes base64', async () => {
  await page.connect(ID)
  const psbt = openPsbt()
  const [first, ...rest] = SIGN_INPUTS.map((input) => ({ ...input, sighashTypes: [1] }))
  const signed = await page.provider(ID).signPSBT({ psbt: toBase64(psbt), signInputs: first ? [first, ...rest] : [] })
  expect(signed.psbt).toMatch(/^cHNidP/)
  expect(wallet.given('signPsbt')).toEqual([
    { hex: hex.encode(psbt), network: 'mainnet', broadcast: false, signAtIndex: [0, 1], allowedSighash: [1] },
  ])
})

test('it sends what it signs when it is told to', async () => {
  await page.connect(ID)
  const asked = { psbt: toBase64(openPsbt()), signInputs: SIGN_INPUTS, broadcast: true }
  const signed = await page.provider(ID).signPSBT(asked)
  expect(signed.txid).toBe(idOf(signed.psbt))
})

test('it cannot be moved from here, and the visitor is told where', async () => {
  await page.connect(ID)
  await expect(page.switchNetwork(ID, signet)).rejects.toMatchObject({
    code: 'chain.switchUnavailable',
    message: 'Leather cannot be switched from here. Change the network in the wallet.',
  })
  expect(page.provider(ID).switchNetwork).toBeUndefined()
})

test('§4: a site with networks that it does not have cannot connect it', async () => {
  const other = site([testnet4])
  await expect(other.connect(ID)).rejects.toMatchObject({ code: 'connection.chainsUnsupported' })
  expect(wallet.methods()).toEqual([])
  other.end()
})

test('a visitor who declines in it has declined', async () => {
  wallet.refuse('getAddresses', { code: 4001, message: 'User rejected request' })
  await expect(page.connect(ID)).rejects.toMatchObject({ code: 'connection.rejected' })
})
