import type { AskNode } from '../rpc/jsonRpc.ts'
import { NodeFailure, NodeUnreachable } from '../rpc/refuse.ts'
import { createSmartAccounts } from './createSmartAccounts.ts'

const OWNER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const FRIEND = `0x${'22'.repeat(20)}` as const
const GAS = { callGasLimit: '0x10000', verificationGasLimit: '0x20000', preVerificationGas: '0xc000' }
const RECEIPT = {
  success: true,
  sender: OWNER,
  logs: [],
  receipt: {
    transactionHash: `0x${'0c'.repeat(32)}`,
    blockHash: `0x${'0d'.repeat(32)}`,
    blockNumber: '0x1',
    gasUsed: '0x1',
  },
}

type Answer = (params: readonly unknown[]) => unknown

/** A network with all contracts, and a bundler; either is unreachable if its answer throws. */
function open(node: Record<string, Answer> = {}, bundler: Record<string, Answer> = {}) {
  const requests: { method: string; params: readonly unknown[] }[] = []
  const nodeAnswers: Record<string, Answer> = {
    eth_getCode: () => '0x60',
    eth_call: () => `0x${'0'.repeat(63)}7`,
    eth_getBlockByNumber: () => ({ baseFeePerGas: '0x64' }),
    eth_maxPriorityFeePerGas: () => '0x5',
    ...node,
  }
  const bundlerAnswers: Record<string, Answer> = {
    eth_estimateUserOperationGas: () => GAS,
    eth_sendUserOperation: () => `0x${'0b'.repeat(32)}`,
    eth_getUserOperationReceipt: () => RECEIPT,
    eth_getUserOperationByHash: () => null,
    ...bundler,
  }
  const ask = (async (_, method, params) => nodeAnswers[method]?.(params as unknown[])) as AskNode
  const fetchFrom = (async (_: unknown, { body }: RequestInit) => {
    const { id, method, params } = JSON.parse(String(body))
    requests.push({ method, params })
    const found = bundlerAnswers[method]?.(params)
    const part =
      found instanceof NodeFailure ? { error: { code: found.code, message: found.message } } : { result: found }
    return { json: async () => ({ jsonrpc: '2.0', id, ...part }) }
  }) as unknown as typeof fetch
  let nowMs = 0
  const accounts = createSmartAccounts({
    bundlers: { 'eip155:1': 'https://bundler.example' },
    ask,
    fetch: fetchFrom,
    sign: async () => `0x${'5e'.repeat(65)}`,
    now: () => nowMs,
  })
  const later = (ms: number) => {
    nowMs += ms
  }
  return { accounts, requests, later }
}

const SEND = [{ to: FRIEND, value: 1n }]

test("a prepared operation has the network's nonce and fees, and comes with its maximum cost", async () => {
  const { accounts } = open()
  const { operation, feeMax, isDeployment } = await accounts.prepare(OWNER, 1, SEND)
  expect(operation).toMatchObject({ nonce: '0x7', maxFeePerGas: '0xfa', maxPriorityFeePerGas: '0xa' })
  // Contains room for the higher cost of the owner's real signature.
  expect(BigInt(operation.verificationGasLimit)).toBe(BigInt(0x20000 + 60_000))
  expect(operation).not.toHaveProperty('factory')
  expect([feeMax, isDeployment]).toEqual([BigInt(0x10000 + 0x20000 + 60_000 + 0xc000) * 250n, false])
  expect(operation.callData).toBe(await accounts.callData(SEND))
})

test('the first operation deploys the account', async () => {
  const { accounts } = open({ eth_getCode: () => '0x' })
  const { operation, isDeployment } = await accounts.prepare(OWNER, 1, SEND)
  expect([isDeployment, operation.factory]).toEqual([true, '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67'])
})

test.each([
  ['an absurd gas price', { eth_getBlockByNumber: () => ({ baseFeePerGas: `0x${'f'.repeat(20)}` }) }, {}],
  ['a missing nonce', { eth_call: () => '0x' }, {}],
  ['a gas limit that is not a number', {}, { eth_estimateUserOperationGas: () => ({ ...GAS, callGasLimit: 'much' }) }],
  [
    'a gas limit above that of a block',
    {},
    { eth_estimateUserOperationGas: () => ({ ...GAS, callGasLimit: '0xffffffffff' }) },
  ],
  ['a failing call', {}, { eth_estimateUserOperationGas: () => new NodeFailure(-32521, 'reverted') }],
])('with %s, nothing is prepared', async (_, node, bundler) => {
  await expect(open(node, bundler).accounts.prepare(OWNER, 1, SEND)).rejects.toThrow()
})

test('an operation is identified by its own hash, even if the bundler returns another hash or an error', async () => {
  const lost = open({}, { eth_sendUserOperation: () => new NodeFailure(-32602, 'already known') })
  const plain = open()
  const prepared = await plain.accounts.prepare(OWNER, 1, SEND)
  const hash = await plain.accounts.send(prepared)
  expect(hash).toMatch(/^0x[\da-f]{64}$/)
  expect(hash).not.toContain('0b0b0b')
  expect(await lost.accounts.send(prepared)).toBe(hash)
})

describe('an operation that the bundler refuses, as it refuses duplicates,', () => {
  const refuse = { eth_sendUserOperation: () => new NodeFailure(-32500, 'AA25 invalid account nonce') }
  const nothing = { eth_getUserOperationReceipt: () => null }
  const lost = () => new NodeFailure(-32601, 'no')

  test.each<[string, Record<string, Answer>]>([
    ['is pending', { ...nothing, eth_getUserOperationByHash: () => ({ userOperation: {} }) }],
    ['is in a block', {}],
    ['has an unknown status', { ...nothing, eth_getUserOperationByHash: lost }],
    ['has an unknown receipt', { eth_getUserOperationReceipt: lost }],
  ])('is not reported as failed if it %s', async (_, answers) => {
    const { accounts, requests } = open({}, { ...refuse, ...answers })
    const hash = await accounts.send(await accounts.prepare(OWNER, 1, SEND))
    expect(hash).toMatch(/^0x[\da-f]{64}$/)
    expect(requests.at(-1)).toMatchObject({ method: expect.stringMatching(/^eth_getUserOperation/), params: [hash] })
  })

  test('is reported as failed if it is unknown everywhere', async () => {
    const { accounts } = open({}, { ...refuse, ...nothing })
    await expect(accounts.send(await accounts.prepare(OWNER, 1, SEND))).rejects.toThrow('AA25')
  })
})

test('the next operation waits for a pending one, because both would have the same nonce', async () => {
  let isMined = false
  const { accounts, requests, later } = open({}, { eth_getUserOperationReceipt: () => (isMined ? RECEIPT : null) })
  await accounts.send(await accounts.prepare(OWNER, 1, SEND))
  requests.length = 0
  const second = accounts.prepare(OWNER, 1, SEND)
  isMined = true
  await second
  expect(requests[0]?.method).toBe('eth_getUserOperationReceipt')
  isMined = false
  await accounts.send(await second)
  const called = new AbortController()
  called.abort()
  await expect(accounts.prepare(OWNER, 1, SEND, called.signal)).rejects.toMatchObject({ failure: 'internal' })
  // By then no block will include the earlier operation any more.
  later(400_000)
  await accounts.prepare(OWNER, 1, SEND)
})

test("a network's contracts are looked up once, and again only if the network was unreachable", async () => {
  let isDown = true
  let asks = 0
  const { accounts } = open({
    eth_getCode() {
      asks += 1
      if (isDown) throw new NodeUnreachable()
      return '0x60'
    },
  })
  expect(await accounts.networks()).toEqual([])
  await expect(accounts.isOn(1)).rejects.toThrow(NodeUnreachable)
  isDown = false
  expect(await accounts.networks()).toEqual([1])
  const before = asks
  expect([await accounts.isOn(1), await accounts.isOn(10), asks]).toEqual([true, false, before])
})

test("a network's missing contracts are looked up again until they exist", async () => {
  let code = '0x'
  let asks = 0
  const { accounts } = open({
    eth_getCode: () => {
      asks++
      return code
    },
  })
  expect(await accounts.networks()).toEqual([])
  code = '0x60'
  expect(await accounts.networks()).toEqual([1])
  const before = asks
  expect([await accounts.isOn(1), asks]).toEqual([true, before])
})
