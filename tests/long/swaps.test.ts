import {
  type ActingCommands,
  addErrors,
  type EvmTransactionRequest,
  ModalError,
  type Network,
  type ServiceRequest,
} from '@portico/contracts'
import { actingErrors } from '@portico/contracts/actingErrors'
import { fakeActing } from '@portico/contracts/testing'
import { type Address, erc20Abi, type Hex, maxUint256, parseEther, parseUnits } from 'viem'
import { DEVELOPMENT_ADDRESSES } from '../../local/chains/evmContracts.ts'
import { UNISWAP_CONTRACTS } from '../../local/chains/uniswapContracts.ts'
import { LOCAL_SWAP_ROUTERS } from '../../scripts/build/swapRouters.mjs'
import { convertApi } from '../../services/src/blockchainApi/convert/convertApi.ts'
import { createFindUpstream } from '../../services/src/blockchainApi/convert/findUpstream.ts'
import { pricesApi } from '../../services/src/blockchainApi/prices/pricesApi.ts'
import { createApp } from '../../services/src/http/createApp.ts'
import {
  addressOf,
  LOCAL_NETWORK,
  type PoolParts,
  partsOver,
  SHOP,
  startLocalPools,
} from '../../services/testing/localPools.ts'
import { mined } from '../../services/testing/mined.ts'
import { remoteCode } from '../support/remoteCode.ts'

/** The remote's requests to a wallet, built by the real service over real pools, and executed. */

jest.setTimeout(60_000)

const [USER, OTHER] = DEVELOPMENT_ADDRESSES

interface Plan {
  readonly step: string
  readonly request: EvmTransactionRequest
  readonly quoted: bigint
  readonly minimum: bigint
  readonly fee: bigint
  readonly prices: readonly unknown[]
  readonly coins: bigint
  readonly outcome: { readonly status: string }
  readonly unwraps?: string
}
interface Code {
  makePlan(wish: object, ask: ActingCommands, signal: AbortSignal): Promise<Plan>
  askReceived(sent: object, account: string, ask: ActingCommands, signal: AbortSignal): Promise<bigint | undefined>
}
let code: Code
let chain: Awaited<ReturnType<typeof startLocalPools>>
let parts: PoolParts
let snapshot: Hex

beforeAll(async () => {
  addErrors(actingErrors)
  code = await remoteCode('swaps/src/plan.ts', 'swaps/src/received.ts')
  chain = await startLocalPools()
  parts = partsOver(new Map([[LOCAL_NETWORK, [chain.url]]]))
})
afterAll(() => chain?.stop())
beforeEach(async () => {
  snapshot = await chain.client.snapshot()
})
afterEach(() => chain.client.revert({ id: snapshot }))

const network: Network = {
  id: 31337,
  name: 'Local',
  chainNamespace: 'eip155',
  caipNetworkId: LOCAL_NETWORK,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [],
  walletRpcUrls: [],
  testnet: true,
}

const tokenOf = (symbol: string) => ({
  caipNetworkId: LOCAL_NETWORK,
  name: symbol,
  symbol,
  decimals: symbol === 'USDC' ? 6 : 18,
  ...(symbol !== 'ETH' && { address: addressOf(symbol) }),
})

type Lie = (answer: unknown, path: string) => unknown
const honest: Lie = (answer) => answer

/** The host's access to the service and the chain. @param lie changes the service's responses */
function acting(lie: Lie = honest): ActingCommands {
  const app = createApp(parts.log)
    .route('/', convertApi(parts, createFindUpstream(parts, parts.pools)))
    .route('/', pricesApi(parts))
  return fakeActing({
    swapRouters: () => LOCAL_SWAP_ROUTERS,
    async askService({ path, query = {}, body }: ServiceRequest) {
      const asked = new URLSearchParams({ projectId: SHOP })
      for (const [name, value] of Object.entries(query)) if (value !== undefined) asked.set(name, value)
      const post = body && { method: 'POST', body: JSON.stringify({ ...body, projectId: SHOP }) }
      const answer = await app.request(`${path}?${asked}`, post)
      if (!answer.ok) throw new ModalError('service.status', { details: { status: answer.status } })
      return lie(await answer.json(), path)
    },
    async askNode({ method, params = [] }) {
      const answer = await fetch(chain.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      })
      const { result, error } = (await answer.json()) as { result?: unknown; error?: { message: string } }
      if (error) throw new ModalError('node.refused', { details: { reason: error.message } })
      return result
    },
  })
}

const { signal } = new AbortController()
const plan = (from: string, to: string, amount: bigint, { lie = honest, slippageBps = 100n } = {}) => {
  const wish = { account: USER, network, from: tokenOf(from), to: tokenOf(to), amount, slippageBps }
  return code.makePlan(wish, acting(lie), signal)
}

/** Sends like a wallet. */
async function send({ to, value, data, gas }: EvmTransactionRequest) {
  const sent = { account: USER as Address, chain: null, to: to as Address, value, data, gas }
  return mined(chain.client, await chain.client.sendTransaction(sent))
}

const balanceOf = (symbol: string) =>
  symbol === 'ETH'
    ? chain.client.getBalance({ address: USER })
    : chain.client.readContract({ abi: erc20Abi, address: addressOf(symbol), functionName: 'balanceOf', args: [USER] })
const allowanceOf = (symbol: string) =>
  chain.client.readContract({
    abi: erc20Abi,
    address: addressOf(symbol),
    functionName: 'allowance',
    args: [USER, UNISWAP_CONTRACTS.router],
  })

test.each([
  ['USDC', 'ETH', parseUnits('1000', 6)],
  ['DAI', 'USDC', parseEther('250')],
])('%s to %s: the exact amount is approved, then swapped, and no allowance is left', async (from, to, amount) => {
  const first = await plan(from, to, amount)
  expect(first.step).toBe('approve')
  expect((await send(first.request)).status).toBe('success')
  expect(await allowanceOf(from)).toBe(amount)

  const second = await plan(from, to, amount)
  expect([second.step, second.quoted]).toEqual(['swap', first.quoted])
  const [sold, had] = await Promise.all([balanceOf(from), balanceOf(to)])
  const receipt = await send(second.request)
  const fee = receipt.gasUsed * receipt.effectiveGasPrice
  expect(receipt.status).toBe('success')
  expect(fee).toBeLessThanOrEqual(second.fee)
  expect(sold - (await balanceOf(from))).toBe(amount)
  expect((await balanceOf(to)) - had + (to === 'ETH' ? fee : 0n)).toBe(second.quoted)
  expect(await allowanceOf(from)).toBe(0n)
  // The receipt shows the received tokens; for the coin, the amount that the router unwrapped.
  expect(second.outcome.status).toBe('simulated')
  const unwraps = second.unwraps && { token: second.unwraps, router: second.request.to }
  const sent = { hash: receipt.transactionHash, to: tokenOf(to), unwraps }
  expect(await code.askReceived(sent, USER, acting(), signal)).toBe(second.quoted)
})

test('ETH to USDC needs no approval; both prices are known', async () => {
  const amount = parseEther('1')
  const only = await plan('ETH', 'USDC', amount)
  expect([only.step, only.request.value, only.prices.every(Boolean)]).toEqual(['swap', amount, true])
  expect(only.coins).toBe(await balanceOf('ETH'))
  const had = await balanceOf('USDC')
  expect((await send(only.request)).status).toBe('success')
  expect((await balanceOf('USDC')) - had).toBe(only.quoted)
})

test('when the price moves beyond the slippage, the swap reverts, and only the fee is paid', async () => {
  const amount = parseEther('1')
  const narrow = await plan('ETH', 'USDC', amount, { slippageBps: 50n })
  expect((await send((await plan('ETH', 'USDC', parseEther('10'))).request)).status).toBe('success')
  const had = await balanceOf('USDC')
  expect((await send(narrow.request)).status).toBe('reverted')
  expect(await balanceOf('USDC')).toBe(had)
})

test('a swap that would fail now is not requested', async () => {
  await expect(plan('ETH', 'USDC', parseEther('1000000'))).rejects.toMatchObject({ code: 'node.refused' })
})

test('without a route between the tokens nothing is requested', async () => {
  expect(await plan('USDC', 'ETH', maxUint256)).toMatchObject({ step: 'noRoute' })
})

describe('a lying service', () => {
  const replacing =
    (part: string, pattern: RegExp, by: string): Lie =>
    (answer, path) =>
      path.endsWith(part) ? JSON.parse(JSON.stringify(answer).replace(pattern, by)) : answer
  const plain = (address: string) => address.slice(2).toLowerCase()
  const allowed = () => send(plan0.request)
  let plan0: Plan

  test.each([
    ['another spender', new RegExp(plain(UNISWAP_CONTRACTS.router), 'i'), plain(OTHER)],
    ['an unlimited amount', /(0x095ea7b3.{64})[\da-f]{64}/i, `$1${'f'.repeat(64)}`],
    ['another token', new RegExp(plain(addressOf('USDC')), 'i'), plain(addressOf('DAI'))],
    ['another value', /"value":"0"/, '"value":"1"'],
  ])('about an approval (%s) is found out', async (_, pattern, by) => {
    const lying = plan('USDC', 'ETH', 1_000_000n, { lie: replacing('build-approve', pattern, by) })
    await expect(lying).rejects.toMatchObject({ code: 'transaction.unexpected' })
  })

  test.each([
    ['another recipient', new RegExp(`(0x.*)${plain(USER)}`, 'i'), `$1${plain(OTHER)}`],
    ['another router', new RegExp(`(31337:0x)${plain(UNISWAP_CONTRACTS.router)}`, 'i'), `$1${plain(OTHER)}`],
    ['no minimum amount', /(0x18cbafe5.{64})[\da-f]{64}/i, `$1${'0'.repeat(64)}`],
    ['another amount', /(0x18cbafe5)[\da-f]{64}/i, `$1${'f'.repeat(64)}`],
  ])('about a swap (%s) is found out', async (_, pattern, by) => {
    plan0 = await plan('USDC', 'ETH', 1_000_000n)
    await allowed()
    const lying = plan('USDC', 'ETH', 1_000_000n, { lie: replacing('build-transaction', pattern, by) })
    await expect(lying).rejects.toMatchObject({ code: 'transaction.unexpected' })
  })

  test('about the price (a swap built at a stale, lower price) is found out', async () => {
    const higher: Lie = (answer, path) =>
      path.endsWith('/quotes')
        ? JSON.parse(
            JSON.stringify(answer).replace(
              /"toAmount":"(\d+)"/,
              (_, text) => `"toAmount":"${(BigInt(text) * 102n) / 100n}"`,
            ),
          )
        : answer
    await expect(plan('ETH', 'USDC', parseEther('1'), { lie: higher })).rejects.toMatchObject({
      code: 'transaction.unexpected',
      message: 'Nothing was sent: you could receive less than quoted',
    })
  })

  test.each([
    ['USDC', 18],
    ['ETH', 6],
  ])('about the decimals of %s (%s) is found out', async (symbol, decimals) => {
    const from = { ...tokenOf(symbol), decimals }
    const wish = { account: USER, network, from, to: tokenOf('DAI'), amount: 1_000_000n, slippageBps: 100n }
    await expect(code.makePlan(wish, acting(), signal)).rejects.toMatchObject({ code: 'transaction.unexpected' })
  })

  test('about a token that does not exist is found out', async () => {
    const from = { ...tokenOf('USDC'), address: OTHER }
    const wish = { account: USER, network, from, to: tokenOf('ETH'), amount: 1_000_000n, slippageBps: 100n }
    await expect(code.makePlan(wish, acting(), signal)).rejects.toMatchObject({ name: 'ModalError' })
  })

  test('that sends no prices leaves the price impact unknown, and the swap possible', async () => {
    const silent: Lie = (answer, path) => (path.endsWith('/price') ? { fungibles: [] } : answer)
    expect((await plan('ETH', 'USDC', parseEther('1'), { lie: silent })).prices).toEqual([undefined, undefined])
  })
})
