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

test('chains.md §2.4: Leather is found even if it appears late; a remote icon is dropped', () => {
  expect(page.told.map((connectors) => connectors.length)).toEqual([0, 1])
  const explorerId = '483afe1df1df63daf313109971ff3ef8356ddf1cc4e45877d205eee0b7893a13'
  expect(page.connectors()).toEqual([{ id: ID, name: ID, type: 'ANNOUNCED', namespace: 'bip122', explorerId }])
})

test('without purposes, the first account is payment and the taproot one is ordinal; Stacks is kept', async () => {
  const { accounts } = await page.connect(ID)
  expect(accounts).toEqual([
    { address: payment.address, publicKey: payment.publicKey, path: "m/84'/0'/0'/0/0", type: 'payment' },
    { address: ordinals.address, publicKey: ordinals.publicKey, path: "m/86'/0'/0'/0/0", type: 'ordinal' },
    { address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7', type: 'stx' },
  ])
})

test('chains.md, pitfall 7: restoring never prompts; accounts shared on this page are remembered', async () => {
  expect(await page.restore(ID)).toBeUndefined()
  expect(wallet.methods()).toEqual([])
  await page.connect(ID)
  expect(await page.restore(ID)).toMatchObject({ connectorId: ID })
  await page.adapter.disconnect(ID)
  expect(await page.restore(ID)).toBeUndefined()
  expect(wallet.methods()).toEqual(['getAddresses'])
})

test('signs with the account of the given address; a signature by another account is rejected', async () => {
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

test('a site that requests ECDSA gets no other signature type', async () => {
  await page.connect(ID)
  const signing = page.provider(ID).signMessage({ message: 'hello', address: payment.address, protocol: 'ecdsa' })
  await expect(signing).rejects.toMatchObject({ code: 'connection.requestFailed' })
})

test('transfers satoshi as text, on its current network', async () => {
  await page.connect(ID)
  await page.provider(ID).sendTransfer({ recipient: ordinals.address, amount: '5' })
  expect(wallet.given('sendTransfer')).toEqual([
    { recipients: [{ address: ordinals.address, amount: '5' }], network: 'mainnet' },
  ])
})

test('chains.md, pitfall 22: signs every input, not just the first, and returns the PSBT in base64', async () => {
  await page.connect(ID)
  const psbt = openPsbt()
  const [first, ...rest] = SIGN_INPUTS.map((input) => ({ ...input, sighashTypes: [1] }))
  const signed = await page.provider(ID).signPSBT({ psbt: toBase64(psbt), signInputs: first ? [first, ...rest] : [] })
  expect(signed.psbt).toMatch(/^cHNidP/)
  expect(wallet.given('signPsbt')).toEqual([
    { hex: hex.encode(psbt), network: 'mainnet', broadcast: false, signAtIndex: [0, 1], allowedSighash: [1] },
  ])
})

test('broadcasts a signed transaction on request', async () => {
  await page.connect(ID)
  const params = { psbt: toBase64(openPsbt()), signInputs: SIGN_INPUTS, broadcast: true }
  const signed = await page.provider(ID).signPSBT(params)
  expect(signed.txid).toBe(idOf(signed.psbt))
})

test("the page cannot switch Leather's network, and the error says where the visitor can", async () => {
  await page.connect(ID)
  await expect(page.switchNetwork(ID, signet)).rejects.toMatchObject({
    code: 'chain.switchUnavailable',
    message: 'Leather can’t be switched from here. Change the network in your wallet.',
  })
  expect(page.provider(ID).switchNetwork).toBeUndefined()
})

test('§4: a site whose networks Leather lacks cannot connect it', async () => {
  const other = site([testnet4])
  await expect(other.connect(ID)).rejects.toMatchObject({ code: 'connection.chainsUnsupported' })
  expect(wallet.methods()).toEqual([])
  other.end()
})

test('declining in Leather counts as declined', async () => {
  wallet.refuse('getAddresses', { code: 4001, message: 'User rejected request' })
  await expect(page.connect(ID)).rejects.toMatchObject({ code: 'connection.rejected' })
})
