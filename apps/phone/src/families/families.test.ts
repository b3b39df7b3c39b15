import { base58, base64, hex } from '@scure/base'
import { Script, Transaction } from '@scure/btc-signer'
import { bitcoinKey } from '../keys/bitcoinAccount.ts'
import { BITCOIN } from '../networks.ts'
import { accountIndexes, familyOf } from './families.ts'
import type { Prepared } from './family.ts'

const EVM = 'eip155:31337'
const SOLANA = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const OWNER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const [PAYMENT, ORDINAL] = (['payment', 'ordinal'] as const).map((name) => bitcoinKey(name, 0, BITCOIN.regtest))
const TYPED = JSON.stringify({ domain: { name: 'Shop' }, primaryType: 'Order', types: { Order: [] }, message: {} })

/** Prepares a request of a site that may use account 0. */
function prepare(id: string, method: string, params: unknown): Prepared {
  const wallet = { knows: () => undefined, addNetwork: () => {}, switchNetwork: async () => {} }
  return familyOf(id).prepare({ method, params, network: { id, name: 'Nowhere' }, accounts: [0], wallet })
}

test.each([
  [EVM, 'personal_sign', ['0x68656c6c6f', OWNER], 'Sign the message “hello”'],
  [EVM, 'personal_sign', ['hello', OWNER.toLowerCase()], 'Sign the message “hello”'],
  [EVM, 'personal_sign', ['0xff00', OWNER], 'Sign 2 bytes that are no text'],
  [EVM, 'personal_sign', ['0x61e280ae62', OWNER], 'Sign 5 bytes that are no text'],
  [EVM, 'eth_signTypedData_v4', [OWNER, TYPED], 'Sign Order for Shop'],
  [EVM, 'eth_sendTransaction', [{ from: OWNER, to: OTHER, value: '0xde0b6b3a7640000' }], `Send 1 ETH to ${OTHER}`],
  [
    EVM,
    'eth_sendTransaction',
    [{ from: OWNER, to: OTHER, data: '0xa9059cbb' }],
    `Call the contract ${OTHER}, with 0 ETH`,
  ],
  [EVM, 'eth_sendTransaction', [{ from: OWNER, data: '0x60' }], 'Put a contract on the network, with 0 ETH'],
  [SOLANA, 'solana_signAllTransactions', { transactions: ['AA==', 'AA=='] }, 'Sign 2 transactions'],
  [
    BITCOIN.regtest,
    'sendTransfer',
    { account: PAYMENT?.address, recipientAddress: ORDINAL?.address, amount: '150000' },
    `Send 0.0015 BTC to ${ORDINAL?.address}`,
  ],
])('%s %s %j is described in words', (network, method, params, words) => {
  expect(prepare(network, method, params).words).toBe(words)
})

test.each([
  ['an account of someone else', EVM, 'personal_sign', ['0x00', OTHER], 4100],
  ['parameters in the wrong order', EVM, 'personal_sign', [OWNER, '0x00'], -32602],
  ['no parameters', EVM, 'personal_sign', undefined, -32602],
  ['typed data that is not JSON', EVM, 'eth_signTypedData_v4', [OWNER, '{'], -32602],
  ['an unknown network', EVM, 'wallet_switchEthereumChain', [{ chainId: '0x5' }], 4902],
  ['an unsupported method', EVM, 'eth_sign', [OWNER, '0x00'], 5101],
  ['the name of an inherited property', EVM, 'constructor', [], 5101],
  ['a text that is not base58', SOLANA, 'solana_signMessage', { message: '0OIl', pubkey: 'x' }, 4100],
  ['an invalid PSBT', BITCOIN.regtest, 'signPsbt', { account: PAYMENT?.address, psbt: 'AA==' }, -32602],
  ['a zero amount', BITCOIN.regtest, 'sendTransfer', { account: '', recipientAddress: '', amount: '0' }, -32602],
  [
    'a recipient of another network',
    BITCOIN.regtest,
    'sendTransfer',
    { account: PAYMENT?.address, recipientAddress: 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l', amount: '1' },
    -32602,
  ],
  ['an address of someone else', BITCOIN.regtest, 'signMessage', { account: 'bcrt1q', message: '' }, 4100],
])('%s is refused', (_, network, method, params, code) => {
  expect(() => prepare(network, method, params)).toThrow(expect.objectContaining({ code }))
})

test.each([
  ['EVM', EVM, 'eth_sendTransaction', [{ from: OWNER, to: OTHER }]],
  ['Solana', SOLANA, 'solana_signAndSendTransaction', { transaction: 'AA==' }],
  [
    'Bitcoin',
    BITCOIN.regtest,
    'sendTransfer',
    { account: PAYMENT?.address, recipientAddress: ORDINAL?.address, amount: '1' },
  ],
])('nothing is sent on a network without a node: %s', async (_, network, method, params) => {
  const { run } = prepare(network, method, params)
  await expect((async () => run())()).rejects.toMatchObject({ code: 4901 })
})

test('a Solana message is signed verbatim', () => {
  const pubkey = familyOf(SOLANA).addressOf(0, SOLANA)
  const { run } = prepare(SOLANA, 'solana_signMessage', { message: base58.encode(Uint8Array.of(1, 2, 3)), pubkey })
  expect(base58.decode((run() as { signature: string }).signature)).toHaveLength(64)
})

describe('a PSBT', () => {
  function unsigned() {
    const transaction = new Transaction()
    for (const [index, key] of [PAYMENT, ORDINAL, bitcoinKey('payment', 1, BITCOIN.regtest)].entries()) {
      const witnessUtxo = { script: key?.script ?? new Uint8Array(), amount: 10_000n }
      transaction.addInput({ txid: 'ab'.repeat(32), index, witnessUtxo })
    }
    transaction.addOutput({ script: Script.encode(['OP_0', new Uint8Array(20)]), amount: 20_000n })
    return base64.encode(transaction.toPSBT())
  }
  const sign = async (signInputs?: object[]) => {
    const params = { account: PAYMENT?.address, psbt: unsigned(), signInputs }
    const { psbt } = (await prepare(BITCOIN.regtest, 'signPsbt', params).run()) as { psbt: string }
    return Transaction.fromPSBT(base64.decode(psbt))
  }
  const isSigned = (transaction: Transaction) =>
    [0, 1, 2].map((index) => {
      const { partialSig, tapKeySig } = transaction.getInput(index)
      return Boolean(partialSig ?? tapKeySig)
    })

  test("is signed only at inputs that spend the owner's coins", async () => {
    const signed = await sign()
    expect(isSigned(signed)).toEqual([true, true, false])
    signed.finalizeIdx(0)
    signed.finalizeIdx(1)
  })

  test('is signed at the inputs that the site chooses', async () => {
    expect(isSigned(await sign([{ address: ORDINAL?.address, index: 1 }]))).toEqual([false, true, false])
  })

  test("is not signed for another person's address", async () => {
    const other = bitcoinKey('payment', 1, BITCOIN.regtest).address
    await expect(sign([{ address: other, index: 2 }])).rejects.toMatchObject({ code: 4100 })
  })

  test('is not signed at an input of another address', async () => {
    await expect(sign([{ address: PAYMENT?.address, index: 2 }])).rejects.toMatchObject({ code: -32602 })
  })
})

test('account numbers are found by address, in upper or lower case', () => {
  expect(accountIndexes(EVM, [`${EVM}:${OTHER.toLowerCase()}`, `${EVM}:0x00`, `${EVM}:${OWNER}`])).toEqual([1, 0])
  expect(hex.encode(PAYMENT?.script ?? new Uint8Array())).toMatch(/^0014/)
})
