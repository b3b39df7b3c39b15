import { concatHex, encodeFunctionData, encodePacked, type Hex, parseAbi, size } from 'viem'
import { describeRequest } from '../describeRequest.ts'
import {
  ACCOUNT,
  CONTEXT,
  describeTransaction,
  everyPart,
  FRIEND,
  ROUTER,
  shown,
  THIEF,
  UNKNOWN,
  USDC,
  WETH,
} from '../testing/evmRequests.ts'

const call = (signature: string, args: readonly unknown[]) =>
  encodeFunctionData({ abi: parseAbi([`function ${signature}`] as readonly string[]), args } as never)
const transfer = (amount: bigint) => call('transfer(address,uint256)', [FRIEND, amount])
const kinds = (transaction: object) => everyPart(describeTransaction(transaction)).map(({ kind }) => kind)

test('a batch shows each of its calls', () => {
  const params = [
    {
      version: '2.0.0',
      from: ACCOUNT,
      chainId: '0x1',
      atomicRequired: true,
      calls: [
        { to: USDC, data: transfer(1n) },
        { to: FRIEND, value: '0x2' },
        { to: UNKNOWN, data: '0x12345678' },
      ],
    },
  ]
  const description = describeRequest({ method: 'wallet_sendCalls', params }, CONTEXT)
  expect(everyPart(description).map(({ kind }) => kind)).toEqual([
    'batch',
    'tokenTransfer',
    'nativeTransfer',
    'unknownCall',
  ])
  expect(shown(description)).toEqual([])
  expect(description.parts?.[0]?.raw).toEqual({ type: 'hex', hex: transfer(1n) })
})

test('a multicall shows each call that the contract makes to itself', () => {
  const data = call('multicall(bytes[])', [[transfer(1n), '0x12345678']])
  expect(kinds({ to: USDC, data })).toEqual(['batch', 'tokenTransfer', 'unknownCall'])
  const others = call('aggregate3((address,bool,bytes)[])', [[[USDC, false, transfer(2n)]]])
  expect(kinds({ to: UNKNOWN, data: others })).toEqual(['batch', 'tokenTransfer'])
})

test('calls that are nested too deeply become unknown', () => {
  let data: Hex = transfer(1n)
  for (let depth = 0; depth < 20; depth++) data = call('multicall(bytes[])', [[data]])
  const found = kinds({ to: USDC, data })
  expect(found.length).toBeLessThan(10)
  expect(found.at(-1)).toBe('unknownCall')
})

test('calls beyond the limit for one request become unknown', () => {
  const data = call('multicall(bytes[])', [Array(1_000).fill(transfer(1n))])
  const found = kinds({ to: USDC, data })
  expect(found.length).toBe(1_001)
  expect(found.filter((kind) => kind === 'tokenTransfer').length).toBeLessThan(301)
  expect(found.at(-1)).toBe('unknownCall')
})

const safe = (to: string, data: Hex, operation: 0 | 1, gasPrice = 0n) =>
  call('execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)', [
    to,
    0n,
    data,
    operation,
    100n,
    50n,
    gasPrice,
    `0x${'0'.repeat(40)}`,
    THIEF,
    `0x${'00'.repeat(65)}`,
  ])

test("a Safe's call shows what it will do", () => {
  const description = describeTransaction({ to: UNKNOWN, data: safe(USDC, transfer(3n), 0) })
  expect(everyPart(description).map(({ kind }) => kind)).toEqual(['safeCall', 'tokenTransfer'])
  expect(shown(description)).toEqual([`safe ${UNKNOWN}`])
})

test('a delegate call from a Safe to a token is not shown as a token transfer', () => {
  const description = describeTransaction({ to: UNKNOWN, data: safe(USDC, transfer(3n), 1) })
  expect(everyPart(description).map(({ kind }) => kind)).toEqual(['safeCall', 'unknownCall'])
  expect(shown(description.parts?.[0] ?? { lines: [] })[0]).toBe('!delegateCall')
})

test('a Safe transaction that refunds its sender shows a warning that the loss is unlimited', () => {
  expect(shown(describeTransaction({ to: UNKNOWN, data: safe(USDC, transfer(3n), 0, 7n) }))).toEqual([
    `safe ${UNKNOWN}`,
    '!refundNoLimit',
    '!refund 1050/18 ETH',
    '!refundPrice 7/18 ETH',
    'refundGas 150',
    `!refundReceiver ${THIEF}`,
  ])
})

const packed = (to: Hex, data: Hex, operation = 0) =>
  encodePacked(['uint8', 'address', 'uint256', 'uint256', 'bytes'], [operation, to, 0n, BigInt(size(data)), data])
const MULTI_SEND = '0x9641d764fc13c8b624c04430c7356c1c7c8102e2'

test("a Safe's batch is listed call by call, but only if it goes through a known MultiSend contract", () => {
  const several = call('multiSend(bytes)', [concatHex([packed(USDC, transfer(1n)), packed(FRIEND, '0x')])])
  expect(kinds({ to: UNKNOWN, data: safe(MULTI_SEND, several, 1) })).toEqual([
    'safeCall',
    'batch',
    'tokenTransfer',
    'nativeTransfer',
  ])
  expect(kinds({ to: UNKNOWN, data: safe(THIEF, several, 1) })).toEqual(['safeCall', 'unknownCall'])
  const cut = call('multiSend(bytes)', [packed(USDC, transfer(1n)).slice(0, -2) as Hex])
  expect(kinds({ to: UNKNOWN, data: safe(MULTI_SEND, cut, 1) })).toEqual(['safeCall', 'unknownCall'])
})

test('a batch that a Safe executed on Base', () => {
  const owner = '0x8d4fafba75a9dc50b4b296211509e856d2c6d081'
  const own = '0xaefda71ded59b48920131d03454893ec2ad93e88'
  const zeros = (count: number) => '0'.repeat(count)
  const data = [
    `0x6a761202${zeros(24)}9641d764fc13c8b624c04430c7356c1c7c8102e2${zeros(64)}${zeros(61)}140${zeros(63)}1`,
    `${zeros(64 * 5)}${zeros(61)}2c0${zeros(61)}1448d80ff0a${zeros(62)}20${zeros(62)}ee00`,
    `8d4fafba75a9dc50b4b296211509e856d2c6d081${zeros(53)}48c27395000${zeros(64)}`,
    `00833589fcd6edb6e08f4c7c32d4f71b54bda02913${zeros(64)}${zeros(62)}44a9059cbb${zeros(24)}8d4fafba75a9dc50b4b296211509e856d2c6d081`,
    `${zeros(64)}${zeros(36)}${zeros(56)}${zeros(62)}41387df176124ae8ab24202005fda4428eff86fcd8d9636ec9239aa8646e414ec7`,
    `5fc7a978870c915eb4e85c7f237e6b5fb6167bde0a1b4dad73a3820b055283f91c${zeros(62)}`,
  ].join('')
  const description = describeTransaction({ to: own, data, from: owner }, { ...CONTEXT, account: owner })
  expect(everyPart(description).map(({ kind }) => kind)).toEqual([
    'safeCall',
    'batch',
    'nativeTransfer',
    'tokenTransfer',
  ])
  expect(
    everyPart(description)
      .slice(2)
      .map((part) => shown(part)[0]),
  ).toEqual(['amount 5000000000000/18 ETH', 'amount 0'])
})

/** The call of transaction 0x7e2871f2521b31b1b5b8acf0a739efb42cb760b6ca69ef0cdb657cf45e826a89 on Optimism. */
const swapped = {
  from: '0x5941f88e17d3c528b9aeb9183ba822e193911b3b',
  to: '0xec8b0f7ffe3ae75d7ffab09429e3675bb63503e4',
  value: '250000000000000000',
  data: '0x3593564c000000000000000000000000000000000000000000000000000000000000006000000000000000000000000000000000000000000000000000000000000000a000000000000000000000000000000000000000000000000000000000655bd42b00000000000000000000000000000000000000000000000000000000000000020b000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000002000000000000000000000000000000000000000000000000000000000000004000000000000000000000000000000000000000000000000000000000000000a00000000000000000000000000000000000000000000000000000000000000040000000000000000000000000000000000000000000000000000000000000000200000000000000000000000000000000000000000000000003782dace9d900000000000000000000000000000000000000000000000000000000000000000120000000000000000000000000000000000000000000000000000000000000000100000000000000000000000000000000000000000000000003782dace9d9000000000000000000000000000000000000000000000000001b53d6516f4ad8844c00000000000000000000000000000000000000000000000000000000000000a00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000004242000000000000000000000000000000000000060001f4da10009cbd5d07dd0cecc66161fc93d7c9000da10000648c6f28f2f1a3c87f0f938b96d27520d9751ec8d9000000000000000000000000000000000000000000000000000000000000',
} as const

test('a swap through Uniswap’s universal router on Optimism', () => {
  const weth = '0x4200000000000000000000000000000000000006'
  const susd = '0x8c6f28f2f1a3c87f0f938b96d27520d9751ec8d9'
  const context = {
    ...CONTEXT,
    account: swapped.from,
    names: { [swapped.to]: 'Universal Router' },
    roles: { [swapped.to]: 'router' },
  } as const
  const description = describeTransaction(swapped, context)
  expect(description.kind).toBe('swap')
  expect(shown(description)).toEqual([
    'nativeValue 250000000000000000/18 ETH',
    'contract Universal Router',
    'deadline 1700516907',
  ])
  expect(description.parts?.map((part) => [part.kind, ...shown(part)])).toEqual([
    ['wrap', 'amount 250000000000000000/18 ETH', 'receiver Universal Router'],
    [
      'swap',
      'sell 250000000000000000',
      `token ${weth}`,
      '!unknownToken',
      'receiveAtLeast 504103195478760916044',
      `token ${susd}`,
      '!unknownToken',
      `receiver ${swapped.from}`,
    ],
  ])
})

test('a swap call to a contract that is not a known router is described as a mere claim', () => {
  const context = { ...CONTEXT, account: swapped.from }
  const description = describeTransaction(swapped, context)
  expect(everyPart(description).map(({ kind }) => kind)).toEqual(['claimedSwap', 'claimedSwap', 'claimedSwap'])
  expect(shown(description)).toEqual([
    'nativeValue 250000000000000000/18 ETH',
    '!claimedSwap',
    `contract ${swapped.to}`,
    '!unknownContract',
    'deadline 1700516907',
  ])
  // The amounts are still shown.
  expect(shown(description.parts?.[1] ?? { lines: [] })).toContain('sell 250000000000000000')
})

test('a transaction with an unknown router step is not described as a swap', () => {
  const input: Hex = `0x${'0'.repeat(64)}`
  const data = call('execute(bytes,bytes[],uint256)', ['0x10', [input], 1n])
  expect(kinds({ to: ROUTER, data })).toEqual(['batch', 'unknownCall'])
  const uneven = call('execute(bytes,bytes[],uint256)', ['0x0b0b', [input], 1n])
  expect(kinds({ to: ROUTER, data: uneven })).toEqual(['unknownCall'])
})

test('a call is a swap only if its path leads from one token to another', () => {
  const swap = (path: string[]) =>
    call('swapExactTokensForTokens(uint256,uint256,address[],address,uint256)', [1n, 1n, path, ACCOUNT, 1n])
  expect(kinds({ to: ROUTER, data: swap([USDC, WETH]) })).toEqual(['swap'])
  expect(kinds({ to: ROUTER, data: swap([USDC]) })).toEqual(['unknownCall'])
  expect(kinds({ to: ROUTER, data: swap([]) })).toEqual(['unknownCall'])
})
