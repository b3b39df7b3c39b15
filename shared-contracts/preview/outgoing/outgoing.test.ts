import { encodeFunctionData, erc20Abi, parseAbi } from 'viem'
import { decodeBase58 } from '../../src/chains/bytes.ts'
import type { Holding } from '../../src/holdings.ts'
import type { Network } from '../../src/network.ts'
import type { TransactionRequest } from '../../src/transactions.ts'
import type { AskNode } from '../evm/effects/simulateCalls.ts'
import { SYSTEM_PROGRAM } from '../solana/systemProgram.ts'
import { TOKEN_PROGRAMS } from '../solana/tokenProgram.ts'
import { keyOf, transactionBytes, u32, u64 } from '../testing/solanaTransactions.ts'
import { describeOutgoing } from './describeOutgoing.ts'
import { outcomeOf, withoutCodeIn } from './outcomeOf.ts'
import { outgoingContext } from './outgoingContext.ts'

const ME = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const FRIEND = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const DOLLAR = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const network: Network = {
  id: 31337,
  name: 'Local',
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:31337',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [],
  walletRpcUrls: [],
  testnet: true,
}
const dollar: Holding = {
  caipNetworkId: 'eip155:31337',
  address: DOLLAR,
  name: 'Dollar',
  symbol: 'USD',
  decimals: 6,
  amount: '12500000',
}
const context = outgoingContext({ network, account: ME, holdings: [dollar], familiar: [FRIEND] })
const call = (data: `0x${string}`): TransactionRequest => ({
  namespace: 'eip155',
  caipNetworkId: 'eip155:31337',
  from: ME,
  to: DOLLAR,
  value: 0n,
  data,
})
const transfer = call(encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [FRIEND, 1_500_000n] }))
const approval = call(encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [FRIEND, 1n] }))

test("a transfer is described with its token's data from the holdings list", () => {
  const { kind, lines } = describeOutgoing(transfer, context)
  expect([kind, lines.map(({ labelKey, value }) => [labelKey, value])]).toEqual([
    'tokenTransfer',
    [
      ['preview.amount', { type: 'amount', amount: 1_500_000n, decimals: 6, symbol: 'USD' }],
      ['preview.token', { type: 'address', address: DOLLAR.toLowerCase() }],
      ['preview.receiver', { type: 'address', address: FRIEND.toLowerCase() }],
    ],
  ])
})

test('unlisted tokens are unknown, and holdings on other networks are ignored', () => {
  const elsewhere = outgoingContext({ network, account: ME, holdings: [{ ...dollar, caipNetworkId: 'eip155:1' }] })
  expect(describeOutgoing(transfer, elsewhere).lines.map(({ labelKey }) => labelKey)).toContain('preview.unknownToken')
})

test('a request for an account other than the one shown raises a warning', () => {
  const lines = describeOutgoing({ ...transfer, from: FRIEND } as TransactionRequest, context).lines
  expect(lines.map(({ labelKey }) => labelKey)).toContain('preview.otherAccount')
})

/**
 * A node that gives these answers. It rejects all other requests with an error like that of `ActingCommands.askNode`.
 */
const node =
  (answers: Readonly<Record<string, unknown>>): AskNode =>
  async (method) => {
    if (method in answers && !(answers[method] instanceof Error)) return answers[method]
    throw answers[method] ?? Object.assign(new Error('no such method'), { details: { code: -32601 } })
  }
const refused = (code: number) => Object.assign(new Error('no'), { details: { code } })

test.each([
  ['a node without simulations that executes the call', { eth_call: '0x' }, { status: 'succeeds' }],
  ['a call that reverts', { eth_call: refused(3) }, { status: 'reverts' }],
  ['a node that supports neither method', {}, { status: 'notSimulated' }],
  ['a simulation that reverts', { eth_simulateV1: [{ calls: [{ status: '0x0', logs: [] }] }] }, { status: 'reverts' }],
  [
    'a simulation without changes',
    { eth_simulateV1: [{ calls: [{ status: '0x1', logs: [] }] }] },
    { status: 'simulated', changes: [], grants: [], isPartial: false },
  ],
])('%s', async (_, answers, expected) => {
  const { isPartial = false, ...found } = (await outcomeOf(transfer, context, node(answers))) as { isPartial?: boolean }
  expect({ ...found, ...('isPartial' in expected && { isPartial }) }).toEqual(expected)
})

test('a spender is shown as an ordinary account if the network reports no contract', async () => {
  const description = describeOutgoing(approval, context)
  const ask = (code: string) => withoutCodeIn(description, node({ eth_getCode: code }))
  expect([await ask('0x'), await ask('0x6001'), await withoutCodeIn(description, node({}))]).toEqual([
    [FRIEND.toLowerCase()],
    [],
    [],
  ])
  const known = { ...context, withoutCode: await ask('0x') }
  expect(describeOutgoing(approval, known).lines.map(({ labelKey }) => labelKey)).toContain('preview.spenderIsAccount')
})

describe('on Solana', () => {
  const [payer, source, mint, destination, friend] = [1, 2, 3, 4, 5].map(keyOf) as [
    string,
    string,
    string,
    string,
    string,
  ]
  const [token = ''] = TOKEN_PROGRAMS
  const bytes = (key: string) => [...(decodeBase58(key, 50) ?? [])]
  const base64 = (data: readonly number[]) => Buffer.from(data).toString('base64')
  const cluster: Network = {
    ...network,
    chainNamespace: 'solana',
    caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  }
  const around = outgoingContext({ network: cluster, account: payer, holdings: [] })
  const requestOf = (program: string, accounts: readonly string[], data: readonly number[]): TransactionRequest => ({
    namespace: 'solana',
    caipNetworkId: cluster.caipNetworkId,
    from: payer,
    transaction: base64([...transactionBytes({ payer, instructions: [{ program, accounts, data }] })]),
    lastValidBlockHeight: 1,
  })
  const paid = requestOf(SYSTEM_PROGRAM, [payer, friend], [...u32(2), ...u64(1_000n)])
  const moved = requestOf(token, [source, mint, destination, payer], [12, ...u64(5n), 2])
  const coins = (lamports: number) => ({ lamports, owner: SYSTEM_PROGRAM, data: ['', 'base64'] })
  const tokens = (owner: string, amount: bigint) => ({
    lamports: 2_039_280,
    owner: token,
    data: [base64([...bytes(mint), ...bytes(owner), ...u64(amount), ...new Array<number>(93).fill(0)]), 'base64'],
  })
  const tried = (before: unknown, after: unknown, err: unknown = null) =>
    node({ getMultipleAccounts: { value: before }, simulateTransaction: { value: { err, accounts: after } } })

  test("a payment is described in words, and the change is what the cluster's simulation reports", async () => {
    const { kind, lines } = describeOutgoing(paid, around)
    expect([kind, lines[0]?.value]).toEqual([
      'nativeTransfer',
      { type: 'amount', amount: 1_000n, decimals: 9, symbol: 'SOL' },
    ])
    const ask = tried([coins(10_000), null], [coins(4_000), coins(1_000)])
    expect(await outcomeOf(paid, around, ask)).toEqual({
      status: 'simulated',
      changes: [{ address: payer, change: -6_000n }],
    })
  })

  test("only the balances of the account's own tokens are reported", async () => {
    const ask = tried(
      [coins(10_000), tokens(payer, 9n), null, tokens(friend, 0n)],
      [coins(5_000), tokens(payer, 4n), null, tokens(friend, 5n)],
    )
    expect(await outcomeOf(moved, around, ask)).toEqual({
      status: 'simulated',
      changes: [
        { address: payer, change: -5_000n },
        { address: payer, token: mint, change: -5n },
      ],
    })
  })

  test.each([
    ['a simulation that fails', tried([], [], { InstructionError: [0, 'x'] }), 'reverts'],
    ['a simulation without account data', tried([coins(1), null], null), 'succeeds'],
    ['an unreachable cluster', node({}), 'notSimulated'],
  ])('%s has its own status', async (_, ask, status) => {
    expect(await outcomeOf(paid, around, ask)).toEqual({ status })
  })
})

test("a swap call shows the swap and the router's name only if the signed index lists the router for the network", () => {
  const router = `0x${'52'.repeat(20)}` as const
  const swap = parseAbi(['function swapETHForExactTokens(uint256,address[],address,uint256) payable'])
  const path = [`0x${'7e'.repeat(20)}`, DOLLAR] as const
  const request: TransactionRequest = {
    ...transfer,
    to: router,
    value: 1n,
    data: encodeFunctionData({ abi: swap, args: [1_500_000n, path, FRIEND, 99_999_999_999n] }),
  } as TransactionRequest
  const routers = (networks: string[]) => [{ address: router, name: 'Pools', kind: 'uniswapV2' as const, networks }]
  const known = (networks: string[]) =>
    outgoingContext({ network, account: ME, holdings: [dollar], routers: routers(networks) })
  expect(describeOutgoing(request, known(['eip155:31337'])).kind).toBe('swap')
  expect(known(['eip155:31337']).names).toMatchObject({ [router]: 'Pools' })
  expect(describeOutgoing(request, known(['eip155:1'])).kind).not.toBe('swap')
})
