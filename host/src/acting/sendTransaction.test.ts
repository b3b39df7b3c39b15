import {
  addErrors,
  type ChainNamespace,
  type Connection,
  type HostState,
  ModalError,
  type Network,
} from '@portico/contracts'
import { actingErrors } from '@portico/contracts/actingErrors'
import type { HostServices } from '../hostServices.ts'
import { sendTransaction } from './sendTransaction.ts'

beforeAll(() => addErrors(actingErrors))

const network = (namespace: ChainNamespace): Network => ({
  id: 'x',
  name: 'Local',
  chainNamespace: namespace,
  caipNetworkId: `${namespace}:x`,
  nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 9 },
  rpcUrls: [],
  walletRpcUrls: [],
  testnet: false,
})

function page(namespace: ChainNamespace, provider: unknown, address = 'me') {
  const connection: Connection = { connectorId: 'w', caipNetworkId: `${namespace}:x`, accounts: [{ address }] }
  const state: HostState = {
    networks: { list: [network(namespace)], chosenId: `${namespace}:x` },
    connections: { connectors: {}, families: { [namespace]: { status: 'connected', connection } } },
  }
  const services = { adapters: { [namespace]: { getProvider: () => provider } } } as unknown as HostServices
  return { state, services }
}

const SIGNATURE = '5'.repeat(88)
const solana = {
  namespace: 'solana',
  caipNetworkId: 'solana:x',
  from: 'me',
  transaction: btoa('\u0001\u0002'),
  lastValidBlockHeight: 1,
} as const
const bitcoin = {
  namespace: 'bip122',
  caipNetworkId: 'bip122:x',
  from: 'me',
  psbt: 'cHNidP8=',
  spends: [
    { txid: 'a', vout: 0 },
    { txid: 'b', vout: 1 },
  ],
} as const

test("a Solana wallet gets the transaction as bytes, and the signature serves as the transaction's id", async () => {
  const signAndSendTransaction = jest.fn(async () => SIGNATURE)
  const { state, services } = page('solana', { publicKey: 'me', signAndSendTransaction })
  expect(await sendTransaction(state, services, solana)).toBe(SIGNATURE)
  expect(signAndSendTransaction).toHaveBeenCalledWith(new Uint8Array([1, 2]), { preflightCommitment: 'confirmed' })
})

test('a Bitcoin wallet signs every input and broadcasts the transaction', async () => {
  const signPSBT = jest.fn(async () => ({ psbt: 'x', txid: 'f'.repeat(64) }))
  const { state, services } = page('bip122', { signPSBT })
  expect(await sendTransaction(state, services, bitcoin)).toBe('f'.repeat(64))
  const signInputs = [0, 1].map((index) => ({ address: 'me', index }))
  expect(signPSBT).toHaveBeenCalledWith({ psbt: 'cHNidP8=', signInputs, broadcast: true })
})

test.each<[string, ChainNamespace, unknown, Parameters<typeof sendTransaction>[2], string]>([
  ['a Solana wallet that shows another account', 'solana', { publicKey: 'you' }, solana, 'transaction.unexpected'],
  [
    'an invalid signature',
    'solana',
    { publicKey: 'me', signAndSendTransaction: async () => 'no' },
    solana,
    'transaction.unknown',
  ],
  [
    'a Bitcoin wallet that returns no transaction id',
    'bip122',
    { signPSBT: async () => ({}) },
    bitcoin,
    'transaction.unknown',
  ],
  ['a wallet that is no longer there', 'bip122', undefined, bitcoin, 'connection.providerMissing'],
  [
    'a visitor who declined',
    'bip122',
    { signPSBT: () => Promise.reject(new ModalError('connection.requestRejected')) },
    bitcoin,
    'connection.requestRejected',
  ],
  [
    'a network that the page does not have',
    'bip122',
    {},
    { ...bitcoin, caipNetworkId: 'bip122:y' },
    'network.notFound',
  ],
])('%s leads to the matching error', async (_, namespace, provider, request, code) => {
  const { state, services } = page(namespace, provider)
  await expect(sendTransaction(state, services, request)).rejects.toMatchObject({ code })
})

const thrown = (error: unknown) => ({ signPSBT: () => Promise.reject(error) })
test.each<[string, unknown, string]>([
  [
    'a request that has expired',
    Object.assign(new Error('Request expired. Please try again.'), { code: 8000 }),
    'transaction.unknown',
  ],
  ['a wallet that has disconnected', Object.assign(new Error('Disconnected'), { code: 4900 }), 'transaction.unknown'],
  ['a wallet that times out', new Error('Request timed out'), 'transaction.unknown'],
  [
    'an expired request, wrapped in a ModalError',
    new ModalError('connection.requestFailed', { cause: new Error('The operation timed out') }),
    'transaction.unknown',
  ],
  [
    'a visitor who declines',
    Object.assign(new Error('User rejected: timeout'), { code: 4001 }),
    'connection.requestRejected',
  ],
  [
    'a network that refuses the signed transaction',
    new ModalError('connection.requestFailed', {
      cause: new Error('sendrawtransaction RPC error: {"code":-25,"message":"bad-txns-inputs-missingorspent"}'),
    }),
    'node.refused',
  ],
  [
    'a network that already has the transaction',
    new Error('sendrawtransaction RPC error: {"code":-27,"message":"txn-already-in-mempool"}'),
    'connection.requestFailed',
  ],
  ['a wallet that fails', Object.assign(new Error('insufficient funds'), { code: -32000 }), 'connection.requestFailed'],
  ['an error of the embedded wallet', new ModalError('connection.providerMissing'), 'connection.providerMissing'],
])('%s leads to the matching error: only a refusal means that nothing was sent', async (_, error, code) => {
  const { state, services } = page('bip122', thrown(error))
  await expect(sendTransaction(state, services, bitcoin)).rejects.toMatchObject({ code })
})
