import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type Address,
  type Hex,
  numberToHex,
  parseTransaction,
  recoverTransactionAddress,
  stringToHex,
  type TransactionSerialized,
  verifyMessage,
  verifyTypedData,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { createWallet } from './createWallet.ts'
import { DEVELOPMENT_KEYS } from './developmentKeys.ts'
import { memoryStorage } from './testing/memoryStorage.ts'

const FIRST_ADDRESS: Address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const SECOND_ADDRESS: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const LOCAL = 31337
const SECOND = 31338

const addSecond = (rpcUrl: string) => ({
  method: 'wallet_addEthereumChain',
  params: [{ chainId: numberToHex(SECOND), chainName: 'Portico Second', rpcUrls: [rpcUrl] }],
})
const switchTo = (chainId: number) => ({
  method: 'wallet_switchEthereumChain',
  params: [{ chainId: numberToHex(chainId) }],
})

/** A wallet, and its effects on a page. */
function open({
  behaviour = 'ok',
  storage = memoryStorage(),
  rpcUrl = 'http://localhost:1/',
  firstChainId = LOCAL,
} = {}) {
  const wallet = createWallet({
    behaviour,
    storage,
    firstChainId,
    keys: DEVELOPMENT_KEYS,
    rpcUrls: { [LOCAL]: rpcUrl },
  })
  const events: [string, unknown][] = []
  for (const event of ['connect', 'disconnect', 'accountsChanged', 'chainChanged'] as const) {
    wallet.provider.on(event, (payload) => events.push([event, payload]))
  }
  const request = (method: string, params?: unknown) => wallet.provider.request({ method, params })
  return { ...wallet, events, request }
}

async function openConnected(settings?: Parameters<typeof open>[0]) {
  const wallet = open(settings)
  await wallet.request('eth_requestAccounts')
  wallet.events.length = 0
  return wallet
}

test('the development keys are those of the mnemonic that anvil funds', () => {
  const { controls } = open()
  const derived = DEVELOPMENT_KEYS.map(
    (_, addressIndex) =>
      mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex }).address,
  )
  expect(controls.accounts).toEqual(derived)
})

describe('permission', () => {
  test('is needed to see the account, is requested only once, and is reported by events', async () => {
    const { request, events } = open()
    expect(await request('eth_accounts')).toEqual([])
    expect(await request('wallet_getPermissions')).toEqual([])
    expect(await request('eth_requestAccounts')).toEqual([FIRST_ADDRESS])
    expect(await request('eth_requestAccounts')).toEqual([FIRST_ADDRESS])
    expect(await request('wallet_getPermissions')).toMatchObject([{ parentCapability: 'eth_accounts' }])
    expect(events).toEqual([
      ['connect', { chainId: '0x7a69' }],
      ['accountsChanged', [FIRST_ADDRESS]],
    ])
  })

  test('survives a reload, silently', async () => {
    const storage = memoryStorage()
    await openConnected({ storage })
    const { request, events } = open({ storage, behaviour: 'reject' })
    expect(await request('eth_accounts')).toEqual([FIRST_ADDRESS])
    expect(events).toEqual([])
  })

  test('is revoked by wallet_revokePermissions, also after a reload', async () => {
    const storage = memoryStorage()
    const { request, events } = await openConnected({ storage })
    expect(await request('wallet_revokePermissions', [{ eth_accounts: {} }])).toBeNull()
    expect(events).toEqual([['accountsChanged', []]])
    expect(await request('eth_accounts')).toEqual([])
    expect(await open({ storage }).request('eth_accounts')).toEqual([])
  })

  test.each([
    ['personal_sign', ['0x68', FIRST_ADDRESS]],
    ['eth_signTypedData_v4', [FIRST_ADDRESS, '{}']],
    ['eth_sendTransaction', [{ from: FIRST_ADDRESS }]],
  ])('%s needs permission', async (method, params) => {
    await expect(open().request(method, params)).rejects.toMatchObject({ code: 4100 })
  })

  test('covers the active account only', async () => {
    const { request } = await openConnected()
    await expect(request('personal_sign', ['0x68', SECOND_ADDRESS])).rejects.toMatchObject({ code: 4100 })
  })
})

describe('signing', () => {
  test.each(['a text', stringToHex('a text')])('personal_sign of %s gives a valid signature', async (message) => {
    const { request } = await openConnected()
    const signature = (await request('personal_sign', [message, FIRST_ADDRESS.toLowerCase()])) as Hex
    expect(await verifyMessage({ address: FIRST_ADDRESS, message: 'a text', signature })).toBe(true)
  })

  test('eth_signTypedData_v4 gives a valid signature', async () => {
    const typedData = {
      domain: { name: 'Portico', chainId: LOCAL },
      types: { Mail: [{ name: 'text', type: 'string' }] },
      primaryType: 'Mail',
      message: { text: 'a text' },
    } as const
    const { request } = await openConnected()
    const signature = (await request('eth_signTypedData_v4', [FIRST_ADDRESS, JSON.stringify(typedData)])) as Hex
    expect(await verifyTypedData({ address: FIRST_ADDRESS, ...typedData, signature })).toBe(true)
  })

  test('the second account signs after setAccount, which emits an event', async () => {
    const { request, controls, events } = await openConnected()
    controls.setAccount(1)
    expect(events).toEqual([['accountsChanged', [SECOND_ADDRESS]]])
    const signature = (await request('personal_sign', ['a text', SECOND_ADDRESS])) as Hex
    expect(await verifyMessage({ address: SECOND_ADDRESS, message: 'a text', signature })).toBe(true)
  })
})

describe('behaviour', () => {
  test('reject refuses every prompt with 4001', async () => {
    const { request, controls } = open({ behaviour: 'reject' })
    await expect(request('eth_requestAccounts')).rejects.toMatchObject({ code: 4001 })
    controls.setBehaviour('ok')
    await request('eth_requestAccounts')
    controls.setBehaviour('reject')
    await expect(request('personal_sign', ['0x68', FIRST_ADDRESS])).rejects.toMatchObject({ code: 4001 })
  })

  test('pending refuses with -32002, hang never answers, delay waits', async () => {
    jest.useFakeTimers()
    try {
      await expect(open({ behaviour: 'pending' }).request('eth_requestAccounts')).rejects.toMatchObject({
        code: -32002,
      })

      const answered = jest.fn()
      open({ behaviour: 'hang' }).request('eth_requestAccounts').then(answered, answered)
      await jest.advanceTimersByTimeAsync(3_600_000)
      expect(answered).not.toHaveBeenCalled()

      open({ behaviour: 'delay:5000' }).request('eth_requestAccounts').then(answered)
      await jest.advanceTimersByTimeAsync(4_999)
      expect(answered).not.toHaveBeenCalled()
      await jest.advanceTimersByTimeAsync(1)
      expect(answered).toHaveBeenCalledWith([FIRST_ADDRESS])
    } finally {
      jest.useRealTimers()
    }
  })

  test('a hanging prompt is answered once the visitor approves', async () => {
    const { request, controls } = open({ behaviour: 'hang' })
    const answer = request('eth_requestAccounts')
    controls.approve()
    expect(await answer).toEqual([FIRST_ADDRESS])
  })

  test('an unknown term is named in the error', () => {
    expect(() => open({ behaviour: 'ok,obey' })).toThrow('Unknown wallet behaviour obey')
    expect(() => open({ behaviour: 'delay:long' })).toThrow('Unknown wallet behaviour delay:long')
  })
})

describe('chains', () => {
  test('an unknown chain is added before the switch', async () => {
    const { provider, events, controls } = open()
    await expect(provider.request(switchTo(SECOND))).rejects.toMatchObject({ code: 4902 })
    await provider.request(addSecond('http://localhost:2/'))
    expect(controls.chainId).toBe(LOCAL)
    expect(await provider.request(switchTo(SECOND))).toBeNull()
    expect(events).toEqual([['chainChanged', '0x7a6a']])
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x7a6a')
  })

  test('the active chain and the added chains survive a reload', async () => {
    const storage = memoryStorage()
    const { provider } = open({ storage })
    await provider.request(addSecond('http://localhost:2/'))
    await provider.request(switchTo(SECOND))
    const reloaded = open({ storage })
    expect(reloaded.controls.chainId).toBe(SECOND)
    await reloaded.provider.request(switchTo(LOCAL))
    expect(await reloaded.provider.request(switchTo(SECOND))).toBeNull()
  })

  test('a page with another initial chain resets the wallet', async () => {
    const storage = memoryStorage()
    await openConnected({ storage })
    const { request, controls } = open({ storage, firstChainId: 1 })
    expect(controls.chainId).toBe(1)
    expect(await request('eth_accounts')).toEqual([])
  })

  test('add-switches also switches to the added chain', async () => {
    const { provider, controls } = open({ behaviour: 'add-switches' })
    await provider.request(addSecond('http://localhost:2/'))
    expect(controls.chainId).toBe(SECOND)
  })

  test.each([
    ['switch-error:5000', { code: 5000 }],
    ['switch-error:4902,nested:-32603', { code: -32603, data: { originalError: { code: 4902 } } }],
    ['switch-error:4902,caused:-32000', { code: -32000, cause: { code: 4902 } }],
    ['switch-error:5000,says-rejected', { code: 5000, message: 'User rejected the request.' }],
  ])('with %s a switch fails until the chain has been added', async (behaviour, error) => {
    const { provider } = open({ behaviour })
    await expect(provider.request(switchTo(SECOND))).rejects.toMatchObject(error)
    await provider.request(addSecond('http://localhost:2/'))
    expect(await provider.request(switchTo(SECOND))).toBeNull()
  })

  test('add-error refuses to add a chain', async () => {
    const { provider, controls } = open({ behaviour: 'add-error:-32002' })
    await expect(provider.request(addSecond('http://localhost:2/'))).rejects.toMatchObject({ code: -32002 })
    await expect(provider.request(switchTo(SECOND))).rejects.toMatchObject({ code: 4902 })
    expect(controls.chainId).toBe(LOCAL)
  })

  test('setChain acts like the visitor switching in the wallet', () => {
    const { controls, events } = open()
    controls.setChain(1)
    controls.setChain(1)
    expect(events).toEqual([['chainChanged', '0x1']])
  })
})

test('a locked wallet exposes nothing until the site asks for access again', async () => {
  const { request, controls, events } = await openConnected()
  controls.lock()
  expect(await request('eth_accounts')).toEqual([])
  expect(await request('eth_requestAccounts')).toEqual([FIRST_ADDRESS])
  expect(events).toEqual([
    ['accountsChanged', []],
    ['connect', { chainId: '0x7a69' }],
    ['accountsChanged', [FIRST_ADDRESS]],
  ])
})

test("a lost connection is reported with code 4900, or with MetaMask's code 1013", () => {
  const { controls, events } = open()
  controls.emitDisconnect()
  controls.emitDisconnect(1013)
  expect(events).toMatchObject([
    ['disconnect', { code: 4900 }],
    ['disconnect', { code: 1013 }],
  ])
})

test('emitNoise sends garbage to all listeners, but no meaningful value', async () => {
  const { controls, events } = open()
  controls.emitNoise()
  await Promise.resolve()
  expect(events.filter(([event]) => event === 'chainChanged')).toContainEqual(['chainChanged', []])
  expect(events.filter(([event]) => event === 'accountsChanged')).toContainEqual(['accountsChanged', 42])
  const saysSomething = ([event, payload]: (typeof events)[number]) =>
    event === 'accountsChanged' ? Array.isArray(payload) && !payload.length : typeof payload === 'number'
  expect(events.filter(([event]) => event !== 'disconnect' && event !== 'connect').some(saysSomething)).toBe(false)
})

test('a removed listener gets no events', () => {
  const { provider, controls } = open()
  const listener = jest.fn()
  provider.on('chainChanged', listener).removeListener('chainChanged', listener)
  controls.setChain(1)
  expect(listener).not.toHaveBeenCalled()
})

test('every request is in the log', async () => {
  const { request, controls } = open()
  await request('eth_accounts')
  await request('wallet_surprise', [1]).catch(() => {})
  expect(controls.log).toEqual([
    { method: 'eth_accounts', params: [] },
    { method: 'wallet_surprise', params: [1] },
  ])
})

test.each([
  ['wallet_surprise', [], 4200],
  ['toString', [], 4901],
  ['wallet_switchEthereumChain', [], -32602],
  ['personal_sign', { message: 'a text' }, -32602],
  ['eth_blockNumber', [], 4901],
])('%s with the parameters %j fails with %i', async (method, params, code) => {
  await expect(open().request(method, params)).rejects.toMatchObject({ code })
})

describe('with a node', () => {
  let node: Server
  let rpcUrl: string
  let sent: TransactionSerialized | undefined

  const answers: Record<string, (params: readonly string[]) => unknown> = {
    eth_chainId: () => numberToHex(LOCAL),
    eth_getTransactionCount: () => '0x7',
    eth_estimateGas: () => '0x5208',
    eth_gasPrice: () => '0x1',
    eth_maxPriorityFeePerGas: () => '0x1',
    eth_blockNumber: () => '0x2a',
    eth_getBlockByNumber: () => ({ number: '0x1', baseFeePerGas: '0x1', timestamp: '0x1', transactions: [] }),
    eth_sendRawTransaction: ([raw]) => {
      sent = raw as TransactionSerialized
      return `0x${'ab'.repeat(32)}`
    },
  }

  beforeAll(async () => {
    node = createServer(async (request, response) => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part)
      const { id, method, params } = JSON.parse(Buffer.concat(parts).toString())
      const answer = answers[method]
      const outcome = answer ? { result: answer(params) } : { error: { code: -32601, message: 'Method not found' } }
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ jsonrpc: '2.0', id, ...outcome }))
    })
    await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
    rpcUrl = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
  })

  afterAll(() => node.close())

  test('a transaction is signed by the account and sent to the active chain', async () => {
    const { request } = await openConnected({ rpcUrl })
    const hash = await request('eth_sendTransaction', [{ from: FIRST_ADDRESS, to: SECOND_ADDRESS, value: '0x2a' }])
    expect(hash).toBe(`0x${'ab'.repeat(32)}`)
    if (!sent) throw new Error('nothing was sent')
    expect(await recoverTransactionAddress({ serializedTransaction: sent })).toBe(FIRST_ADDRESS)
    expect(parseTransaction(sent)).toMatchObject({
      to: SECOND_ADDRESS.toLowerCase(),
      value: 42n,
      nonce: 7,
      chainId: LOCAL,
    })
  })

  test('unknown methods are passed to the chain', async () => {
    const { request } = open({ rpcUrl })
    expect(await request('eth_blockNumber')).toBe('0x2a')
    await expect(request('eth_surprise')).rejects.toMatchObject({ code: -32601, message: 'Method not found' })
  })
})
