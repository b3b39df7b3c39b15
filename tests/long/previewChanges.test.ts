import {
  type Address,
  createTestClient,
  encodeDeployData,
  encodeFunctionData,
  erc20Abi,
  getContractAddress,
  type Hex,
  http,
  maxUint256,
  parseAbi,
  parseEther,
  publicActions,
  walletActions,
} from 'viem'
import multiSendCallOnly from '../../local/chains/artifacts/MultiSendCallOnly.json' with { type: 'json' }
import multiToken from '../../local/chains/artifacts/TestMultiToken.json' with { type: 'json' }
import {
  DEPLOYER,
  DEVELOPMENT_ADDRESSES,
  LOCAL_NFT,
  LOCAL_TOKENS,
  MULTICALL3_ADDRESS,
} from '../../local/chains/evmContracts.ts'
import { LOCAL_SAFE } from '../../local/chains/safeContracts.ts'
import { seedEvmChain } from '../../local/chains/seedEvmChain.ts'
import { type LocalEvmChain, startAnvil } from '../../local/chains/startAnvil.ts'
import { UNISWAP_CONTRACTS } from '../../local/chains/uniswapContracts.ts'
import { freeUrl } from '../../services/testing/fakeNode.ts'
import { mined } from '../../services/testing/mined.ts'
import {
  type AskNode,
  type BalanceChange,
  type PreviewContext,
  requestOutcome,
  simulateCalls,
} from '../../shared-contracts/preview/index.ts'
import { executable, SAFE_OWNER } from '../support/previewCalls/executable.ts'
import type { World } from '../support/previewCalls/world.ts'

/** Previewed changes match the chain afterwards, for every call of the table that can be executed. */

jest.setTimeout(120_000)

const [ME] = DEVELOPMENT_ADDRESSES
const FRIEND: Address = `0x${'22'.repeat(20)}`
const WETH = UNISWAP_CONTRACTS.wrappedEther
const ROUTER = UNISWAP_CONTRACTS.router
const local = (symbol: string) => LOCAL_TOKENS.find((token) => token.symbol === symbol)?.address as Address
const MANY = parseAbi(['function balanceOf(address owner, uint256 id) view returns (uint256)'])
const NFT = parseAbi(['function ownerOf(uint256 id) view returns (address)'])
const IDS = [1n, 2n]

let evm: LocalEvmChain
let world: World
const client = () =>
  createTestClient({ mode: 'anvil', transport: http(evm.rpcUrl) })
    .extend(walletActions)
    .extend(publicActions)

const ask: AskNode = async (method, params) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const answer = await fetch(evm.rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { result, error } = (await answer.json()) as { result?: unknown; error?: { message: string } }
  if (error) throw new Error(error.message)
  return result
}

async function send(from: Address, to: Address | undefined, data: Hex, value = 0n) {
  await client().impersonateAccount({ address: from })
  const hash = await client().sendTransaction({ account: from, chain: null, to, data, value, gas: 8_000_000n })
  return mined(client(), hash)
}

async function deploy(abi: unknown, bytecode: string, args: readonly unknown[] = []): Promise<Address> {
  const nonce = await client().getTransactionCount({ address: DEPLOYER })
  const data = encodeDeployData({ abi, bytecode: bytecode as Hex, args } as never)
  expect((await send(DEPLOYER, undefined, data)).status).toBe('success')
  return getContractAddress({ from: DEPLOYER, nonce: BigInt(nonce) })
}

beforeAll(async () => {
  evm = await startAnvil({ chainId: 31337, port: Number((await freeUrl()).port) })
  await seedEvmChain(evm.rpcUrl)
  const many = await deploy(multiToken.abi, multiToken.bytecode, ['Many'])
  const multiSend = await deploy(multiSendCallOnly.abi, multiSendCallOnly.bytecode)
  const mint = { abi: multiToken.abi, functionName: 'mintBatch', args: [ME, IDS, [10n, 20n]] }
  await send(DEPLOYER, many, encodeFunctionData(mint))
  world = {
    ...{ chainId: 31337, me: ME, friend: FRIEND, dollar: local('USDC'), dai: local('DAI'), weth: WETH },
    ...{ nft: LOCAL_NFT.address, many, router: ROUTER, multicall3: MULTICALL3_ADDRESS },
    ...{ safe: LOCAL_SAFE.address, multiSend },
  }
  const deposit = encodeFunctionData({ abi: parseAbi(['function deposit() payable']) })
  await send(ME, WETH, deposit, parseEther('3'))
  const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [ROUTER, maxUint256] })
  await send(ME, world.dollar, approve)
})
afterAll(async () => {
  evm?.stop()
  await evm?.ended
})

/** All holdings of an account. The key is the token or, for NFTs, the token and the token id. */
async function belongings(owner: Address): Promise<ReadonlyMap<string, bigint>> {
  const { dollar, dai, weth, nft, many } = world
  const found = new Map<string, bigint>([['coin', await client().getBalance({ address: owner })]])
  for (const token of [dollar, dai, weth]) {
    const read = { address: token, abi: erc20Abi, functionName: 'balanceOf', args: [owner] } as const
    found.set(token.toLowerCase(), await client().readContract(read))
  }
  for (const id of IDS) {
    const read = { address: many, abi: MANY, functionName: 'balanceOf', args: [owner, id] } as const
    found.set(`${many.toLowerCase()}:${id}`, await client().readContract(read))
    const held = await client().readContract({ address: nft, abi: NFT, functionName: 'ownerOf', args: [id] })
    found.set(`${nft.toLowerCase()}:${id}`, held === owner ? 1n : 0n)
  }
  return found
}

const keyOf = ({ token = 'coin', tokenId }: BalanceChange) => (tokenId === undefined ? token : `${token}:${tokenId}`)

/** The difference between two states: lost and new holdings. */
function between(before: ReadonlyMap<string, bigint>, after: ReadonlyMap<string, bigint>): Record<string, bigint> {
  const changes = [...after].map(([key, amount]) => [key, amount - (before.get(key) ?? 0n)] as const)
  return Object.fromEntries(changes.filter(([, change]) => change !== 0n).sort())
}

test.each(executable.map((one) => [one.name, one] as const))(
  '%s has exactly the previewed effect',
  async (_, { call }) => {
    const { to, data, value = 0n, by } = call(world)
    const from = by === 'safeOwner' ? SAFE_OWNER : ME
    const state = await client().snapshot()
    try {
      // For a Safe, the changes of the Safe are compared too, not only those of the owner who sends the transaction.
      for (const account of by === 'safeOwner' ? [ME, world.safe] : [ME]) {
        const told = await simulateCalls(
          [{ from, to, value, data }],
          account,
          { [WETH.toLowerCase()]: 'wrappedNative' },
          ask,
        )
        const before = await belongings(account)
        const inner = await client().snapshot()
        const receipt = await send(from, to, data, value)
        expect(receipt.status).toBe('success')
        const fee = account === from ? receipt.gasUsed * receipt.effectiveGasPrice : 0n
        const after = new Map(await belongings(account))
        after.set('coin', (after.get('coin') ?? 0n) + fee)
        await client().revert({ id: inner })
        expect(told?.status).toBe('simulated')
        const changes = told?.status === 'simulated' ? told.changes : []
        const foretold = changes.map((change) => [keyOf(change), change.change] as const)
        expect(Object.fromEntries(foretold.sort())).toEqual(between(before, after))
      }
    } finally {
      await client().revert({ id: state })
    }
  },
)

test('most of the calls change something', async () => {
  const moved = await Promise.all(
    executable.map(async ({ call }) => {
      const { to, data, value = 0n, by } = call(world)
      const from = by === 'safeOwner' ? SAFE_OWNER : ME
      const told = await simulateCalls([{ from, to, value, data }], ME, { [WETH.toLowerCase()]: 'wrappedNative' }, ask)
      return told?.status === 'simulated' && told.changes.length > 0
    }),
  )
  expect(moved.filter(Boolean).length).toBeGreaterThanOrEqual(18)
})

test('previewed allowances match the chain afterwards', async () => {
  const { dollar, dai, router } = world
  for (const { name, call } of executable.filter(({ name }) => name.startsWith('an allowance'))) {
    const { to, data } = call(world)
    const told = await simulateCalls([{ from: ME, to, value: 0n, data }], ME, {}, ask)
    const [grant] = told?.status === 'simulated' ? (told.grants ?? []) : []
    const state = await client().snapshot()
    await send(ME, to, data)
    const spender = (grant?.spender ?? FRIEND) as Address
    expect([name, [dollar, dai].includes(to), [router.toLowerCase(), FRIEND].includes(spender)]).toEqual([
      name,
      true,
      true,
    ])
    const read = { address: to, abi: erc20Abi, functionName: 'allowance', args: [ME, spender] } as const
    expect([name, await client().readContract(read)]).toEqual([name, grant?.amount])
    await client().revert({ id: state })
  }
})

test('the calls of one request together have the previewed effect', async () => {
  const names = ['coins to a friend', 'dollars to a friend', 'a coin wrapped', 'dollars swapped for DAI']
  const made = executable.filter(({ name }) => names.includes(name)).map(({ call }) => call(world))
  expect(made).toHaveLength(names.length)
  const calls = made.map(({ to, data, value = 0n }) => ({ to, data, value: `0x${value.toString(16)}` }))
  const context: PreviewContext = {
    caipNetworkId: 'eip155:31337',
    account: ME.toLowerCase(),
    native: { symbol: 'ETH', decimals: 18 },
    roles: { [WETH.toLowerCase()]: 'wrappedNative' },
  }
  const request = { method: 'wallet_sendCalls', params: [{ from: ME, chainId: '0x7a69', calls }] }
  const told = await requestOutcome(request, context, ask)
  const state = await client().snapshot()
  const before = await belongings(ME)
  let fees = 0n
  for (const { to, data, value } of made) {
    const receipt = await send(ME, to, data, value)
    expect(receipt.status).toBe('success')
    fees += receipt.gasUsed * receipt.effectiveGasPrice
  }
  const after = new Map(await belongings(ME))
  after.set('coin', (after.get('coin') ?? 0n) + fees)
  await client().revert({ id: state })
  const changes = told?.status === 'simulated' ? told.changes : []
  const foretold = changes.map((change) => [keyOf(change), change.change] as const)
  expect(Object.fromEntries(foretold.sort())).toEqual(between(before, after))
  expect(foretold.length).toBe(4)
})
