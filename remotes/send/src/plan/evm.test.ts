import { addErrors, ModalError } from '@portico/contracts'
import { actingErrors } from '@portico/contracts/actingErrors'
import { ADDRESS, ethereum } from '@portico/contracts/testing'
import fc from 'fast-check'
import { decodeFunctionData, erc20Abi, type Hex, parseAbi, parseTransaction } from 'viem'
import { FRIEND, TOKEN } from '../testing.ts'
import { evm } from './evm.ts'
import type { Asking } from './plan.ts'

const GWEI = 1_000_000_000n
const hex = (value: bigint) => `0x${value.toString(16)}`
const { signal } = new AbortController()

beforeAll(() => addErrors(actingErrors))

interface Node {
  /** In wei; absent if the network has no base fee. */
  readonly base?: bigint
  readonly price?: bigint
  /** `null` if the node refuses to estimate. */
  readonly gas?: bigint | null
  /** The account's balance in wei. */
  readonly there?: bigint
  /** The result of contract calls: a token's decimals, or the oracle's data fee. */
  readonly word?: unknown
  /** The account's code. */
  readonly code?: string
}

const wordOf = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`

/** A node that records the transactions that it estimates. */
function nodeOf({ base, price = 2n * GWEI, gas = 21_000n, there = 10n ** 30n, word = wordOf(6n), code }: Node = {}) {
  const estimated: unknown[] = []
  const called: { to: string; data: Hex }[] = []
  const askNode = async ({ method, params = [] }: { method: string; params?: readonly unknown[] }) => {
    if (method === 'eth_estimateGas') estimated.push(params[0])
    if (method === 'eth_estimateGas' && gas === null) throw new ModalError('node.refused')
    if (method === 'eth_call') called.push(params[0] as never)
    if (method === 'eth_call' && word instanceof Error) throw word
    const block = base === undefined ? {} : { baseFeePerGas: hex(base) }
    return {
      eth_getBlockByNumber: block,
      eth_gasPrice: hex(price),
      eth_estimateGas: hex(gas ?? 0n),
      eth_getBalance: hex(there),
      eth_call: word,
      eth_getCode: code,
    }[method]
  }
  return { asking: { askNode } as unknown as Asking, estimated, called }
}

const sending = { network: ethereum, from: ADDRESS, to: FRIEND }
const coin = { decimals: 18 }

test('gas is estimated with the value to be sent, and the fee allows twice the base fee plus the tip', async () => {
  const { asking, estimated } = nodeOf({ base: GWEI })
  const plan = await evm.plan({ ...sending, token: coin, amount: 7n }, asking, signal)
  const { caipNetworkId } = ethereum
  const request = { namespace: 'eip155', caipNetworkId, from: ADDRESS, to: FRIEND, value: 7n }
  expect(plan).toEqual({ request, fee: 21_000n * 3n * GWEI, notes: [] })
  expect(estimated).toEqual([{ from: ADDRESS, to: FRIEND, value: '0x7' }])
})

test.each([
  ['the balance does not cover the fee', 42_000n * GWEI + 6n, 21_000n, coin, 'short'],
  ['the balance covers it to the last wei', 42_000n * GWEI + 7n, 21_000n, coin, undefined],
  [
    'the coin does not cover the fee of a token transfer',
    41_999n * GWEI,
    21_000n,
    { address: TOKEN, decimals: 6 },
    'short',
  ],
  ['the node refuses to estimate a payment above the balance', 6n, null, coin, 'short'],
] as const)('an obstacle is reported only for a low balance: %s', async (_, there, gas, token, expected) => {
  const plan = await evm.plan({ ...sending, token, amount: 7n }, nodeOf({ there, gas }).asking, signal)
  expect('obstacle' in plan ? plan.obstacle.type : undefined).toBe(expected)
})

test('any other refusal by a node is an error', async () => {
  const planned = evm.plan({ ...sending, token: coin, amount: 7n }, nodeOf({ gas: null }).asking, signal)
  await expect(planned).rejects.toMatchObject({ code: 'node.refused' })
})

test("on a network without a base fee, the fee uses the node's gas price", async () => {
  const plan = await evm.plan({ ...sending, token: coin, amount: 7n }, nodeOf().asking, signal)
  expect(plan.fee).toBe(21_000n * 2n * GWEI)
})

test('a token transfer moves exactly the amount to exactly this receiver', async () => {
  const { asking } = nodeOf()
  const plan = await evm.plan(
    { ...sending, token: { address: TOKEN, decimals: 6 }, amount: 1_500_000n },
    asking,
    signal,
  )
  if (!('request' in plan) || plan.request.namespace !== 'eip155') throw new Error('it cannot be sent')
  const { to, value, data } = plan.request
  expect([to, value]).toEqual([TOKEN, 0n])
  expect(decodeFunctionData({ abi: erc20Abi, data: data as Hex })).toEqual({
    functionName: 'transfer',
    args: [FRIEND, 1_500_000n],
  })
})

test('the maximum of the coin leaves enough for the fee', async () => {
  const prices = fc.bigInt({ min: 1n, max: 1_000n * GWEI })
  await fc.assert(
    fc.asyncProperty(fc.bigInt({ min: 0n, max: 10n ** 20n }), prices, prices, async (amount, base, tip) => {
      const { asking } = nodeOf({ base, price: base + tip })
      const most = await evm.most({ ...sending, token: coin, amount }, asking, signal)
      expect(most >= 0n && most <= amount).toBe(true)
      if (most === 0n) return
      const { fee } = await evm.plan({ ...sending, token: coin, amount: most }, asking, signal)
      expect(most + fee <= amount).toBe(true)
    }),
  )
})

test('the maximum of the coin follows the balance at the node, even if a service reports more', async () => {
  const there = 10n ** 18n
  const { asking } = nodeOf({ there })
  const what = { ...sending, token: coin }
  const most = await evm.most({ ...what, amount: 5n * there }, asking, signal)
  expect(most).toBe(await evm.most({ ...what, amount: there }, nodeOf().asking, signal))
  const plan = await evm.plan({ ...what, amount: most }, asking, signal)
  expect(plan).not.toHaveProperty('obstacle')
})

test('the maximum of a token is its whole balance', async () => {
  const what = { ...sending, token: { address: TOKEN, decimals: 6 }, amount: 12_500_000n }
  expect(await evm.most(what, nodeOf().asking, signal)).toBe(12_500_000n)
})

test.each([['0x'], [21_000], [null]])('an invalid fee answer is rejected: %j', async (answer) => {
  const asking = { askNode: async () => answer } as unknown as Asking
  const planned = evm.plan({ ...sending, token: coin, amount: 7n }, asking, signal)
  await expect(planned).rejects.toMatchObject({ code: 'service.invalidAnswer' })
})

test.each<[string, unknown, string]>([
  ['has other decimals than the services report', wordOf(18n), 'the token has 18 decimals, not 6'],
  ['is not a contract', '0x', `there is no token at ${TOKEN} that states its decimals`],
  [
    'does not report its decimals',
    new ModalError('node.refused'),
    `there is no token at ${TOKEN} that states its decimals`,
  ],
])('a token that %s is not sent', async (_, word, difference) => {
  const what = { ...sending, token: { address: TOKEN, decimals: 6 }, amount: 1_500_000n }
  await expect(evm.plan(what, nodeOf({ word }).asking, signal)).rejects.toMatchObject({
    code: 'transaction.unexpected',
    details: { difference },
  })
})

test('a token is sent only with the decimals of its contract', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(255), fc.nat(255), async (said, has) => {
      const what = { ...sending, token: { address: TOKEN, decimals: said }, amount: 1n }
      const planned = evm.plan(what, nodeOf({ word: wordOf(BigInt(has)) }).asking, signal)
      expect(
        await planned.then(
          () => true,
          () => false,
        ),
      ).toBe(said === has)
    }),
  )
})

test('a token whose contract is unreachable is not sent, and the error says so', async () => {
  const what = { ...sending, token: { address: TOKEN, decimals: 6 }, amount: 1n }
  const { asking } = nodeOf({ word: new ModalError('service.unreachable') })
  await expect(evm.plan(what, asking, signal)).rejects.toMatchObject({ code: 'service.unreachable' })
})

const base = { ...ethereum, id: 8453, caipNetworkId: 'eip155:8453' as const }

test('on a network with a data fee, the fee includes the data fee of this transaction', async () => {
  const { asking, called } = nodeOf({ word: wordOf(1_000n) })
  const plan = await evm.plan({ ...sending, network: base, token: coin, amount: 7n }, asking, signal)
  expect(plan.fee).toBe(21_000n * 2n * GWEI + 1_250n)
  const [{ to, data } = { to: '', data: '0x' as Hex }] = called
  expect(to).toBe('0x420000000000000000000000000000000000000F')
  const oracle = parseAbi(['function getL1Fee(bytes) view returns (uint256)'])
  const { args } = decodeFunctionData({ abi: oracle, data })
  const transaction = parseTransaction(args[0])
  expect(transaction).toMatchObject({ type: 'eip1559', chainId: 8453, value: 7n, to: FRIEND.toLowerCase() })
})

test('a data fee that the coin does not cover is an obstacle', async () => {
  const there = 21_000n * 2n * GWEI + 7n + 1_249n
  const { asking } = nodeOf({ word: wordOf(1_000n), there })
  const plan = await evm.plan({ ...sending, network: base, token: coin, amount: 7n }, asking, signal)
  expect(plan).toMatchObject({ obstacle: { type: 'short' } })
})

test("the maximum of the coin leaves the data fee and a smart account's operation gas", async () => {
  const wei = fc.bigInt({ min: 0n, max: 10n ** 17n })
  await fc.assert(
    fc.asyncProperty(
      wei,
      wei,
      fc.boolean(),
      fc.constantFrom('0x', '0x60'),
      async (amount, l1, isSmartAccount, code) => {
        const { asking } = nodeOf({ word: wordOf(l1), code })
        const what = { ...sending, network: base, token: coin, isSmartAccount }
        const most = await evm.most({ ...what, amount }, asking, signal)
        if (most === 0n) return
        const { fee } = await evm.plan({ ...what, amount: most }, asking, signal)
        expect(most + fee <= amount).toBe(true)
      },
    ),
  )
})

test("a smart account's fee covers its operation and, the first time, its deployment", async () => {
  const what = { ...sending, token: coin, amount: 7n, isSmartAccount: true }
  const fees = await Promise.all(
    ['0x60', '0x'].map(async (code) => (await evm.plan(what, nodeOf({ code }).asking, signal)).fee),
  )
  expect(fees).toEqual([371_000n, 821_000n].map((gas) => gas * 2n * GWEI))
})

test('on zkSync the node estimates transfers, even before a receiver is typed; nothing is guessed', async () => {
  const zkSync = { ...ethereum, id: 324, caipNetworkId: 'eip155:324' as const }
  const what = { network: zkSync, from: ADDRESS, token: coin, amount: 10n ** 18n }
  const { asking, estimated } = nodeOf({ gas: 400_000n })
  expect(await evm.most(what, asking, signal)).toBe(10n ** 18n - 500_000n * 2n * GWEI)
  expect(estimated).toEqual([{ from: ADDRESS, to: ADDRESS, value: '0x0' }])
  await expect(evm.most(what, nodeOf({ gas: null }).asking, signal)).rejects.toMatchObject({ code: 'node.refused' })
})
