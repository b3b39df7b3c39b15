import type { ChainNamespace, Network, ViewName } from '@portico/contracts'
import { createTestStore } from '../../../testing/store.ts'
import { connected } from '../../connections/connectionsSlice.ts'
import { AUTH_ID } from '../../embeddedWallet/types.ts'
import { closed, opened, selectCurrentEntry } from '../../router/routerSlice.ts'
import { previewRequests } from './previewRequests.ts'
import type { RequestQueue } from './types.ts'

const ME = '0x1111111111111111111111111111111111111111'
const SECOND = '0x2222222222222222222222222222222222222222'
const network = (namespace: ChainNamespace): Network => ({
  id: 1,
  name: 'Local',
  chainNamespace: namespace,
  caipNetworkId: `${namespace}:1`,
  nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 9 },
  rpcUrls: [],
  walletRpcUrls: [],
  testnet: false,
})

/** A page with one connected wallet, and the wallet's provider as the site gets it. */
function page(namespace: ChainNamespace, provider: object, connectorId = 'w') {
  const test = createTestStore({ networks: [network(namespace)] })
  const { store, services, commands } = test
  const connection = {
    connectorId,
    caipNetworkId: `${namespace}:1`,
    accounts: [{ address: ME }, { address: SECOND }],
  } as const
  store.dispatch(connected({ namespace, connection, keepsOthers: false }))
  const opening = { present: (view: ViewName) => void store.dispatch(opened({ view })) }
  previewRequests({ store, services, commands, opening })
  const queue = services.requestPreview?.queue as RequestQueue
  const view = () => (store.getState().router.isOpen ? selectCurrentEntry(store.getState()).view : undefined)
  const decide = (isWanted: boolean) => queue.decide(queue.waiting()[0]?.id ?? '', isWanted)
  return { ...test, queue, view, decide, site: services.requestPreview?.shown(provider, namespace) as never }
}

type Evm = {
  request(asked: { method: string; params?: unknown }): Promise<unknown>
  send(...given: unknown[]): Promise<unknown>
  sendAsync(payload: unknown, callback: (error: unknown, answer?: unknown) => void): void
}
const answering = () => ({ request: jest.fn(async (_: unknown) => '0xabc') })

test('a wallet gets exactly the request that was shown, even if the site changes the request meanwhile', async () => {
  const wallet = answering()
  const { queue, view, decide, site } = page('eip155', wallet)
  const call = { from: ME, to: SECOND, value: '0x1' }
  const params = [call]
  const asked = (site as Evm).request({ method: 'eth_sendTransaction', params })
  expect([view(), wallet.request.mock.calls]).toEqual(['RequestPreview', []])
  expect(queue.waiting()).toMatchObject([
    { account: ME, caipNetworkId: 'eip155:1', request: { method: 'eth_sendTransaction', params: [{ value: '0x1' }] } },
  ])
  call.value = '0xffff'
  params.push(call)
  decide(true)
  expect(await asked).toBe('0xabc')
  expect(wallet.request.mock.calls).toEqual([
    [{ method: 'eth_sendTransaction', params: [{ from: ME, to: SECOND, value: '0x1' }] }],
  ])
  expect(view()).toBeUndefined()
})

test('when the visitor declines or closes the window, the wallet does not get the request', async () => {
  const wallet = answering()
  const { store, decide, site } = page('eip155', wallet)
  const evm = site as Evm
  const first = evm.request({ method: 'personal_sign', params: ['0x', ME] })
  decide(false)
  await expect(first).rejects.toMatchObject({ code: 4001 })
  const others = [1, 2].map(() => evm.request({ method: 'personal_sign', params: ['0x', ME] }))
  store.dispatch(closed({ view: 'Connect' }))
  for (const one of others) await expect(one).rejects.toMatchObject({ code: 4001 })
  expect(wallet.request).not.toHaveBeenCalled()
})

test('the preview covers the open view until the decision; leaving the preview declines the request', async () => {
  const { store, commands, view, decide, site } = page('eip155', answering())
  store.dispatch(opened({ view: 'Account' }))
  const asked = (site as Evm).request({ method: 'personal_sign', params: ['0x', ME] })
  expect(view()).toBe('RequestPreview')
  decide(true)
  expect(await asked).toBe('0xabc')
  expect(view()).toBe('Account')
  const left = (site as Evm).request({ method: 'personal_sign', params: ['0x', ME] })
  commands.back()
  await expect(left).rejects.toMatchObject({ code: 4001 })
})

test('the preview shows the account named in the request', () => {
  const { queue, site } = page('eip155', answering())
  void (site as Evm)
    .request({ method: 'personal_sign', params: ['0x', SECOND.toUpperCase().replace('0X', '0x')] })
    .catch(() => {})
  expect(queue.waiting()[0]?.account).toBe(SECOND)
})

test.each([
  'eth_call',
  'eth_accounts',
  'wallet_switchEthereumChain',
  'eth_sendRawTransaction',
  'metamask_sendDomainMetadata',
])('%s signs nothing and goes straight to the wallet', async (method) => {
  const wallet = answering()
  const { queue, site } = page('eip155', wallet)
  expect(await (site as Evm).request({ method, params: [] })).toBe('0xabc')
  expect([queue.waiting(), wallet.request.mock.calls]).toEqual([[], [[{ method, params: [] }]]])
})

test.each([
  'eth_sendTransaction',
  'eth_signTransaction',
  'eth_sign',
  'personal_sign',
  'eth_signTypedData',
  'eth_signTypedData_v3',
  'eth_signTypedData_v4',
  'wallet_sendCalls',
  'wallet_grantPermissions',
  'solana_signAndSendTransaction',
])('%s waits for the visitor, even when called through a legacy method', async (method) => {
  const wallet = { ...answering(), send: jest.fn(), sendAsync: jest.fn() }
  const { queue, decide, site } = page('eip155', wallet)
  const evm = site as Evm
  const answers = [
    evm.request({ method, params: [ME] }),
    evm.send(method, [ME]),
    evm.send({ method, params: [ME], id: 3 }),
  ]
  answers.push(new Promise((done) => evm.sendAsync({ method, params: [ME], id: 4 }, (_, answer) => done(answer))))
  answers.push(
    new Promise(
      (done) => void evm.send({ method, params: [ME], id: 5 }, (_: unknown, answer: unknown) => done(answer)),
    ),
  )
  expect(queue.waiting()).toHaveLength(5)
  for (const _ of answers) decide(true)
  expect(await Promise.all(answers)).toEqual([
    '0xabc',
    { id: undefined, jsonrpc: '2.0', result: '0xabc' },
    { id: 3, jsonrpc: '2.0', result: '0xabc' },
    { id: 4, jsonrpc: '2.0', result: '0xabc' },
    { id: 5, jsonrpc: '2.0', result: '0xabc' },
  ])
  expect([wallet.send, wallet.sendAsync].map(({ mock }) => mock.calls)).toEqual([[], []])
  const failed = new Promise((done) => evm.sendAsync([{ method }], (error) => done(error)))
  expect(await failed).toMatchObject({ code: 4200 })
})

test('a request that cannot be copied is refused', async () => {
  const wallet = answering()
  const { site } = page('eip155', wallet)
  const asked = (site as Evm).request({ method: 'personal_sign', params: [() => '0x'] })
  await expect(asked).rejects.toMatchObject({ code: -32602 })
  expect(wallet.request).not.toHaveBeenCalled()
})

test('a wrapped provider behaves like the original, even if it is frozen or has private fields', () => {
  class Wallet {
    readonly #listeners = new Set<unknown>()
    selectedAddress = ME
    on(_: string, listener: unknown) {
      this.#listeners.add(listener)
      return this.#listeners.size
    }
    async request() {}
  }
  const wallet = Object.freeze(new Wallet())
  const { site, services } = page('eip155', wallet)
  const shown = site as Wallet
  expect([
    shown.on('x', 1),
    shown.selectedAddress,
    Object.is(shown.on, (site as Wallet).on),
    'on' in shown,
    'off' in shown,
  ]).toEqual([1, ME, true, true, false])
  expect(shown).toBeInstanceOf(Wallet)
  expect(services.requestPreview?.shown(wallet, 'eip155')).toBe(site)
})

test("the embedded wallet's provider is not wrapped, because that wallet shows its own requests", () => {
  const wallet = answering()
  expect(page('eip155', wallet, AUTH_ID).site).toBe(wallet)
})

test('once the wallet is disconnected, a provider that the site still holds refuses requests', async () => {
  const wallet = answering()
  const { store, site } = page('eip155', wallet)
  store.dispatch({ type: 'connections/disconnected', payload: { namespace: 'eip155', connectorId: 'w' } })
  await expect((site as Evm).request({ method: 'eth_sign', params: [] })).rejects.toMatchObject({ code: 4100 })
  expect(wallet.request).not.toHaveBeenCalled()
})

describe('Solana', () => {
  const wallet = () => ({
    signMessage: jest.fn(async (message: Uint8Array) => message),
    signTransaction: jest.fn(async (transaction: unknown) => transaction),
    signAllTransactions: jest.fn(async (all: unknown) => all),
    signAndSendTransaction: jest.fn(async (_: unknown, __?: unknown) => 'id'),
  })
  type Shown = ReturnType<typeof wallet>

  test('the wallet gets the bytes as they were shown', async () => {
    const own = wallet()
    const { queue, decide, site } = page('solana', own)
    const bytes = new Uint8Array([1, 2, 3])
    const answers = [
      (site as Shown).signMessage(bytes),
      (site as Shown).signTransaction(bytes),
      (site as Shown).signAllTransactions([bytes]),
      (site as Shown).signAndSendTransaction(bytes, { skipPreflight: true }),
    ]
    bytes[0] = 9
    expect(queue.waiting().map(({ request }) => request)).toEqual([
      { method: 'solana_signMessage', params: { message: 'Ldp' } },
      { method: 'solana_signTransaction', params: { transaction: 'Ldp' } },
      { method: 'solana_signAllTransactions', params: { transactions: ['Ldp'] } },
      { method: 'solana_signAndSendTransaction', params: { transaction: 'Ldp' } },
    ])
    for (const _ of answers) decide(true)
    const shown = new Uint8Array([1, 2, 3])
    expect(await Promise.all(answers)).toEqual([shown, shown, [shown], 'id'])
    expect(own.signAndSendTransaction).toHaveBeenCalledWith(shown, { skipPreflight: true })
  })

  test('a transaction object that has changed since it was shown is not signed', async () => {
    const own = wallet()
    const { decide, site } = page('solana', own)
    const transaction = { bytes: new Uint8Array([1]), serialize: () => transaction.bytes }
    const same = (site as Shown).signTransaction(transaction)
    decide(true)
    expect(await same).toBe(transaction)
    const changed = (site as Shown).signTransaction(transaction)
    transaction.bytes = new Uint8Array([2])
    decide(true)
    await expect(changed).rejects.toMatchObject({ code: 'transaction.unexpected' })
  })

  test("a declined request rejects with the same error as from the family's own provider", async () => {
    const { decide, site } = page('solana', wallet())
    const asked = (site as Shown).signMessage(new Uint8Array([1]))
    decide(false)
    await expect(asked).rejects.toMatchObject({ code: 'connection.requestRejected' })
  })
})

test('a Bitcoin wallet gets a copy of what was shown', async () => {
  const own = {
    signPSBT: jest.fn(async (_: unknown) => ({ psbt: 'signed' })),
    sendTransfer: jest.fn(),
    signMessage: jest.fn(),
  }
  const { queue, decide, site } = page('bip122', own)
  const inputs = [{ address: ME, index: 0 }]
  const params = { psbt: 'cHNidP8=', signInputs: inputs }
  const asked = (site as typeof own).signPSBT(params)
  inputs.push({ address: ME, index: 1 })
  expect(queue.waiting()[0]?.request).toEqual({
    method: 'signPsbt',
    params: { psbt: 'cHNidP8=', signInputs: [{ address: ME, index: 0 }] },
  })
  decide(true)
  expect(await asked).toEqual({ psbt: 'signed' })
  expect(own.signPSBT).toHaveBeenCalledWith({ psbt: 'cHNidP8=', signInputs: [{ address: ME, index: 0 }] })
  const declined = (site as typeof own).sendTransfer({ recipient: ME, amount: '5' }) as unknown as Promise<unknown>
  decide(false)
  await expect(declined).rejects.toMatchObject({ code: 'connection.requestRejected' })
  expect(own.sendTransfer).not.toHaveBeenCalled()
})
