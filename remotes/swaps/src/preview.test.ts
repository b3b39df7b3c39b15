import { ADDRESS, ethereum, fakeActing } from '@portico/contracts/testing'
import { encodeFunctionData, parseAbi } from 'viem'
import { contextOf, describePlan, tryPlan } from './preview.ts'
import { AGGREGATOR, DOLLAR, dollar, ether, ROUTER, routers } from './testing.ts'

const planOf = (router: (typeof routers)[number] | undefined, data: `0x${string}`) => {
  if (!router) throw new Error('there is no router')
  const wish = { account: ADDRESS, network: ethereum, from: dollar, to: ether, amount: 5_000_000n, slippageBps: 100n }
  const request = {
    namespace: 'eip155',
    caipNetworkId: 'eip155:1',
    from: ADDRESS,
    to: router.address,
    value: 0n,
  } as const
  return { wish, router, request: { ...request, data } }
}

const uniswap = encodeFunctionData({
  abi: parseAbi(['function swapExactTokensForETH(uint256,uint256,address[],address,uint256)']),
  args: [5_000_000n, 1n, [DOLLAR, `0x${'7e'.repeat(20)}`], ADDRESS, 9n],
})
const oneInch = encodeFunctionData({
  abi: parseAbi([
    'struct Description { address src; address dst; address srcReceiver; address dstReceiver; uint256 amount; uint256 min; uint256 flags; }',
    'function swap(address executor, Description desc, bytes data)',
  ]),
  args: [
    `0x${'5a'.repeat(20)}`,
    {
      src: DOLLAR,
      dst: `0x${'e'.repeat(40)}`,
      srcReceiver: `0x${'5a'.repeat(20)}`,
      dstReceiver: ADDRESS,
      amount: 5_000_000n,
      min: 1n,
      flags: 0n,
    },
    '0x1234',
  ],
})

test.each([
  ['Uniswap', ROUTER, uniswap, 'swap'],
  ['1inch', AGGREGATOR, oneInch, 'describedCall'],
] as const)('a swap by %s is described with its amounts and receiver', (_, address, data, kind) => {
  const plan = planOf(
    routers.find((router) => router.address === address),
    data,
  )
  const description = describePlan(plan, contextOf(plan))
  expect(description.kind).toBe(kind)
  const told = JSON.stringify(description, (_key, value) => (typeof value === 'bigint' ? String(value) : value))
  expect(told).toContain('5000000')
  expect(told.toLowerCase()).toContain(ADDRESS.toLowerCase())
  expect(told).not.toContain('unknownCall')
})

test('a missing simulation is reported', async () => {
  const plan = planOf(routers[0], uniswap)
  const { signal } = new AbortController()
  expect(await tryPlan(plan, contextOf(plan), fakeActing(), signal)).toEqual({ status: 'notSimulated' })
})
