import { hex } from '@scure/base'
import { first, second } from '../testing/bitcoinAccounts.ts'
import { ANYBODY, bitcoinNode, psbtSpending, signedInputs } from '../testing/bitcoinNode.ts'
import { memoryStorage } from '../testing/memoryStorage.ts'
import { isValidBip322 } from '../testing/verifyBitcoinMessage.ts'
import { createLeather } from './createLeather.ts'

interface Provider {
  request(method: string, params?: unknown): Promise<{ result: Record<string, unknown> }>
}
type Page = EventTarget & { btc_providers?: { id: string }[]; LeatherProvider?: Provider }

function open({ behaviour = 'ok', storage = memoryStorage(), rpcUrl = 'http://localhost:1' } = {}) {
  const page: Page = new EventTarget()
  const { controls } = createLeather({ behaviour, storage, rpcUrl, page, name: 'A wallet' })
  const request = async (method: string, params?: unknown) =>
    (await page.LeatherProvider?.request(method, params))?.result
  return { page, controls, request }
}

async function openConnected(settings?: Parameters<typeof open>[0]) {
  const opened = open(settings)
  await opened.request('getAddresses')
  return opened
}

test("Leather's provider appears late", () => {
  jest.useFakeTimers()
  try {
    const { page } = open({ behaviour: 'late:300' })
    expect(page).not.toHaveProperty('btc_providers')
    jest.advanceTimersByTime(300)
    expect(page.btc_providers).toMatchObject([{ id: 'LeatherProvider' }])
    expect(page.LeatherProvider).toBeDefined()
  } finally {
    jest.useRealTimers()
  }
})

test('addresses have a type but no purpose; after an account change, the site has to request them again', async () => {
  const { request, controls } = open()
  const given = await request('getAddresses', { network: 'regtest' })
  expect(given).toMatchObject({
    addresses: [
      { symbol: 'BTC', type: 'p2wpkh', address: first.payment.address, derivationPath: "m/84'/1'/0'/0/0" },
      {
        symbol: 'BTC',
        type: 'p2tr',
        address: first.ordinals.address,
        tweakedPublicKey: hex.encode(first.ordinals.script.slice(2)),
      },
      { symbol: 'STX' },
    ],
  })
  expect(JSON.stringify(given)).not.toContain('purpose')
  controls.setAccount(1)
  expect(await request('getAddresses')).toMatchObject({ addresses: [{ address: second.payment.address }, {}, {}] })
})

test('a refusal is thrown as a response object, not an Error', async () => {
  const thrown = await open({ behaviour: 'reject' })
    .request('getAddresses')
    .catch((reason: unknown) => reason)
  expect(thrown).not.toBeInstanceOf(Error)
  expect(thrown).toMatchObject({ jsonrpc: '2.0', error: { code: 4001, message: 'User rejected the request.' } })
})

test.each([
  ['an unknown method', 'wallet_connect', {}, -32601],
  ['an unknown network', 'getAddresses', { network: 'Mainnet' }, -32602],
  ['an amount that is not text', 'sendTransfer', { recipients: [{ address: ANYBODY, amount: 1_000 }] }, -32602],
  ['a PSBT in base64', 'signPsbt', { hex: 'cHNidP8=' }, -32602],
])('%s is refused', async (_, method, params, code) => {
  await expect((await openConnected()).request(method, params)).rejects.toMatchObject({ error: { code } })
})

test('signing needs permission', async () => {
  await expect(open().request('signMessage', { message: 'a text' })).rejects.toMatchObject({ error: { code: 4100 } })
})

test.each([
  ['p2wpkh', first.payment],
  ['p2tr', first.ordinals],
] as const)('messages are signed by BIP-322 with the key of the address type: %s', async (paymentType, own) => {
  const { request } = await openConnected()
  // Xverse's parameter names have no effect.
  const input = { message: 'a text', paymentType, address: ANYBODY, protocol: 'ECDSA' }
  const signed = await request('signMessage', input)
  expect(signed).toMatchObject({ address: own.address, message: 'a text' })
  expect(isValidBip322('a text', String(signed?.signature), hex.encode(own.script))).toBe(true)
})

test('transfers take satoshi as text', async () => {
  const node = await bitcoinNode()
  try {
    const { request } = await openConnected(node)
    const { txid } = (await request('sendTransfer', { recipients: [{ address: ANYBODY, amount: '1000' }] })) ?? {}
    expect(node.sent[0]?.id).toBe(txid)
    await request('sendTransfer', { address: ANYBODY, amount: '2000', network: 'regtest' })
    expect(node.sent.map((transaction) => transaction.getOutput(0).amount)).toEqual([1_000n, 2_000n])
  } finally {
    node.close()
  }
})

test.each([
  ['all inputs', undefined, [0, 1]],
  ['one input', 1, [1]],
  ['a list of inputs', [0, 1], [0, 1]],
])('a PSBT in hex is signed: %s', async (_, signAtIndex, signed) => {
  const { request } = await openConnected()
  const psbt = hex.encode(psbtSpending(first.payment.script, first.ordinals.script))
  const answer = await request('signPsbt', { hex: psbt, signAtIndex, network: 'regtest' })
  expect(signedInputs(hex.decode(String(answer?.hex)))).toEqual(signed)
})

test('a PSBT is broadcast on request', async () => {
  const node = await bitcoinNode()
  try {
    const { request } = await openConnected(node)
    const answer = await request('signPsbt', { hex: hex.encode(psbtSpending(first.payment.script)), broadcast: true })
    expect(answer?.txid).toBe(node.sent[0]?.id)
  } finally {
    node.close()
  }
})
