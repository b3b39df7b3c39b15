import { base64, hex } from '@scure/base'
import { bitcoin, idOf, keysOf, OTHER_KEY, openPsbt, sign, TXID, toBase64 } from '../../testing/bitcoinWallets.ts'
import { testSession, type WalletRequest } from '../../testing/session.ts'
import { createBip122Family } from './bip122Family.ts'

/** A paired Bitcoin wallet that answers with a transaction other than the requested one. */

const { payment } = keysOf(bitcoin)
const PSBT = toBase64(openPsbt())
const SIGN_INPUTS = [0, 1].map((index) => ({ address: payment.address, index }))
const signed = (psbt: string) => base64.encode(sign(base64.decode(psbt), [0, 1]))
const other = () => base64.encode(sign(openPsbt(bitcoin, 14_000n), [0, 1]))

function paired(answer: (requests: WalletRequest & { params: { psbt: string } }) => unknown) {
  const caip = bitcoin.caipNetworkId
  const methods = ['signPsbt', 'sendTransfer']
  const { sessions, requests } = testSession({
    networks: [bitcoin],
    namespaces: { bip122: { accounts: [`${caip}:${payment.address}`], methods } },
    answer: answer as (requests: WalletRequest) => unknown,
  })
  const memory = { read: async () => undefined, write: async () => {}, clear: async () => {} }
  const { provider } = createBip122Family({ sessions, memory })
  return { provider, requests }
}

beforeEach(() => {
  globalThis.fetch = jest.fn()
})
afterEach(() => expect(globalThis.fetch).not.toHaveBeenCalled())

test.each([false, true])('a signed PSBT of another transaction is refused (broadcast: %s)', async (broadcast) => {
  const { provider } = paired(() => ({ psbt: other(), txid: idOf(other()) }))
  await expect(provider.signPSBT({ psbt: PSBT, signInputs: SIGN_INPUTS, broadcast })).rejects.toMatchObject({
    code: 'bitcoin.otherTransaction',
  })
})

test("the right PSBT with another transaction's id is refused", async () => {
  const { provider } = paired(({ params }) => ({ psbt: signed(params.psbt), txid: TXID }))
  await expect(provider.signPSBT({ psbt: PSBT, signInputs: SIGN_INPUTS, broadcast: true })).rejects.toMatchObject({
    code: 'bitcoin.otherTransactionId',
    details: { told: TXID },
  })
})

test.each([
  ['the unsigned PSBT that was sent', ({ params }: { params: { psbt: string } }) => ({ psbt: params.psbt })],
  ['a text that is not a PSBT', () => ({ psbt: 'deadbeef' })],
  ['null', () => null],
])('%s does not count as a signed PSBT', async (_, answer) => {
  const { provider } = paired(answer)
  await expect(provider.signPSBT({ psbt: PSBT, signInputs: SIGN_INPUTS })).rejects.toMatchObject({
    code: 'connection.requestFailed',
  })
})

test.each(['base64', 'hexadecimal'])('the requested transaction is accepted, encoded as %s', async (coding) => {
  const right = signed(PSBT)
  const psbt = coding === 'base64' ? right : hex.encode(base64.decode(right))
  const { provider, requests } = paired(() => ({ psbt, txid: idOf(right) }))
  expect(await provider.signPSBT({ psbt: PSBT, signInputs: SIGN_INPUTS })).toEqual({ psbt: right })
  expect(await provider.signPSBT({ psbt: PSBT, signInputs: SIGN_INPUTS, broadcast: true })).toEqual({
    psbt: right,
    txid: idOf(right),
  })
  expect(requests[0]?.params).toEqual({
    account: payment.address,
    psbt: PSBT,
    signInputs: SIGN_INPUTS,
    broadcast: false,
  })
})

test('a request is checked before the wallet is asked, and a transfer needs a transaction id', async () => {
  const { provider, requests } = paired(() => ({ txid: 'ab' }))
  await expect(provider.signPSBT({ psbt: 'cHNidA==', signInputs: SIGN_INPUTS })).rejects.toMatchObject({
    code: 'connection.requestFailed',
  })
  await expect(provider.sendTransfer({ recipient: 'bc1q', amount: '10000' })).rejects.toMatchObject({
    code: 'connection.requestFailed',
  })
  expect(requests).toEqual([])
  const recipient = keysOf(bitcoin, OTHER_KEY).payment.address
  await expect(provider.sendTransfer({ recipient, amount: '10000' })).rejects.toMatchObject({
    code: 'connection.requestFailed',
  })
  expect(requests.map(({ method }) => method)).toEqual(['sendTransfer'])
})
