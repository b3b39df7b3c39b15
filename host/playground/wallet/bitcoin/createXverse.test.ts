import { base64, hex } from '@scure/base'
import { first, second } from '../testing/bitcoinAccounts.ts'
import { ANYBODY, bitcoinNode, psbtSpending, signedInputs } from '../testing/bitcoinNode.ts'
import { memoryStorage } from '../testing/memoryStorage.ts'
import { isValidBip322, recoverPublicKey } from '../testing/verifyBitcoinMessage.ts'
import { createXverse } from './createXverse.ts'

interface Provider {
  request(method: string, params?: unknown): Promise<{ result?: Record<string, unknown>; error?: { code: number } }>
  addListener(...event: readonly unknown[]): () => void
}
type Page = EventTarget & {
  btc_providers?: { id: string; name: string }[]
  XverseProviders?: { BitcoinProvider?: Provider }
}

const ALL = { purposes: ['payment', 'ordinals', 'stacks'], message: 'Connect to your wallet' }

function open({ behaviour = 'ok', storage = memoryStorage(), rpcUrl = 'http://localhost:1' } = {}) {
  const page: Page = new EventTarget()
  const { controls } = createXverse({ behaviour, storage, rpcUrl, page, name: 'A wallet' })
  const provider = page.XverseProviders?.BitcoinProvider
  const request = async (method: string, params?: unknown) => provider?.request(method, params)
  const result = async (method: string, params?: unknown) => (await request(method, params))?.result
  const events: unknown[] = []
  for (const eventName of ['accountChange', 'networkChange', 'disconnect']) {
    provider?.addListener({ eventName, cb: (event: unknown) => events.push(event) })
  }
  return { page, controls, provider, request, result, events }
}

async function openConnected(settings?: Parameters<typeof open>[0]) {
  const opened = open(settings)
  await opened.request('getAddresses', ALL)
  opened.events.length = 0
  return opened
}

test('the registry points to the provider, and both can be removed', () => {
  const { page, controls, provider } = open()
  expect(page.btc_providers).toMatchObject([{ id: 'XverseProviders.BitcoinProvider', name: 'A wallet' }])
  expect(provider).toBeDefined()
  controls.withdraw()
  expect(page.btc_providers).toEqual([])
  expect(page.XverseProviders?.BitcoinProvider).toBeUndefined()
})

describe('addresses', () => {
  test('come with their purposes, and the payment address is not the first', async () => {
    const { result } = open()
    expect(await result('getAddresses', ALL)).toMatchObject({
      addresses: [
        { address: first.ordinals.address, purpose: 'ordinals', addressType: 'p2tr', walletType: 'software' },
        {
          address: first.payment.address,
          purpose: 'payment',
          addressType: 'p2wpkh',
          publicKey: hex.encode(first.payment.publicKey),
        },
        { purpose: 'stacks', addressType: 'stacks' },
      ],
      network: { bitcoin: { name: 'Regtest' } },
    })
  })

  test('are limited to the requested purposes', async () => {
    const { result } = open()
    expect(await result('getAccounts', { purposes: ['payment'] })).toMatchObject([{ purpose: 'payment' }])
    expect(await result('wallet_connect', { addresses: ['ordinals'] })).toMatchObject({
      addresses: [{ purpose: 'ordinals' }],
    })
  })

  test('prompt each time, except with wallet_connect and wallet_getAccount', async () => {
    const { request, result, controls } = await openConnected()
    controls.setBehaviour('reject')
    expect(await request('getAddresses', ALL)).toMatchObject({ error: { code: -32000 } })
    expect(await request('getAccounts', ALL)).toMatchObject({ error: { code: -32000 } })
    expect(await result('wallet_connect', null)).toMatchObject({ addresses: [{}, {}, {}] })
    expect(await result('wallet_getAccount')).toMatchObject({ addresses: [{}, {}, {}] })
  })
})

test.each(['wallet_getAccount', 'wallet_getNetwork'])(
  '%s never prompts, and reveals nothing without permission',
  async (method) => {
    expect(await open({ behaviour: 'hang' }).request(method)).toMatchObject({ error: { code: -32002 } })
  },
)

test.each([
  ['an unknown method', 'eth_accounts', undefined, -32601],
  ['an unknown network', 'wallet_changeNetwork', { name: 'Moon' }, -32602],
  ['an amount that is not a number', 'sendTransfer', { recipients: [{ address: ANYBODY, amount: '1000' }] }, -32602],
  ['a message that is too long', 'getAddresses', { ...ALL, message: 'x'.repeat(81) }, -32602],
  ['an address of another wallet', 'signMessage', { address: ANYBODY, message: 'a text' }, -32602],
])('the answer to %s is an error response, not an exception', async (_, method, params, code) => {
  expect(await (await openConnected()).request(method, params)).toMatchObject({ jsonrpc: '2.0', error: { code } })
})

test('messages are signed by ECDSA or BIP-322', async () => {
  const { result } = await openConnected()
  const { address } = first.payment
  const ecdsa = await result('signMessage', { address, message: 'a text', protocol: 'ECDSA' })
  expect(recoverPublicKey('a text', String(ecdsa?.signature), 39)).toBe(hex.encode(first.payment.publicKey))
  expect(ecdsa).toMatchObject({ address, protocol: 'ECDSA', messageHash: expect.stringMatching(/^[\da-f]{64}$/) })
  const bip322 = await result('signMessage', { address, message: 'a text', protocol: 'BIP322' })
  expect(isValidBip322('a text', String(bip322?.signature), hex.encode(first.payment.script))).toBe(true)
  const taproot = await result('signMessage', { address: first.ordinals.address, message: 'a text' })
  expect(isValidBip322('a text', String(taproot?.signature), hex.encode(first.ordinals.script))).toBe(true)
})

test('a transfer is sent', async () => {
  const node = await bitcoinNode()
  try {
    const { result } = await openConnected(node)
    const sent = await result('sendTransfer', { recipients: [{ address: ANYBODY, amount: 12_345 }] })
    expect(sent).toEqual({ txid: node.sent[0]?.id })
    expect(node.sent[0]?.getOutput(0).amount).toBe(12_345n)
  } finally {
    node.close()
  }
})

test('a PSBT is signed as requested, and broadcast on request', async () => {
  const node = await bitcoinNode()
  try {
    const { result } = await openConnected(node)
    const psbt = base64.encode(psbtSpending(first.payment.script, first.ordinals.script))
    const one = await result('signPsbt', { psbt, signInputs: { [first.ordinals.address]: [1] } })
    expect(signedInputs(base64.decode(String(one?.psbt)))).toEqual([1])
    expect(one).not.toHaveProperty('txid')
    const both = await result('signPsbt', { psbt, broadcast: true })
    expect(both?.txid).toBe(node.sent[0]?.id)
  } finally {
    node.close()
  }
})

describe('events', () => {
  test('report another account, another network and a disconnect', async () => {
    const { controls, request, events } = await openConnected()
    controls.setAccount(1)
    await request('wallet_changeNetwork', { name: 'Mainnet' })
    await request('wallet_disconnect')
    expect(events).toMatchObject([
      {
        type: 'accountChange',
        addresses: [{ address: second.ordinals.address }, { address: second.payment.address }, {}],
      },
      {
        type: 'networkChange',
        bitcoin: { name: 'Mainnet' },
        addresses: [{ address: expect.stringMatching(/^bc1p/) }, {}, {}],
      },
      { type: 'disconnect' },
    ])
  })

  test('also reach a listener of the old interface, until it is removed', async () => {
    const { provider, controls } = await openConnected()
    const heard = jest.fn()
    const stop = provider?.addListener('accountChange', heard)
    controls.setAccount(1)
    stop?.()
    controls.setAccount(2)
    expect(heard).toHaveBeenCalledTimes(1)
  })
})

test('only the local network can send', async () => {
  const { request, controls } = await openConnected()
  controls.setNetwork('mainnet')
  const transfer = { recipients: [{ address: 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l', amount: 1_000 }] }
  expect(await request('sendTransfer', transfer)).toMatchObject({ error: { code: -32603 } })
})

test('a hostile wallet throws', async () => {
  await expect(open({ behaviour: 'throws:text' }).request('getAddresses', ALL)).rejects.toBe('no')
})
