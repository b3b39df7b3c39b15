import {
  type Address,
  concatHex,
  createTestClient,
  encodeDeployData,
  encodeFunctionData,
  erc20Abi,
  getContractAddress,
  type Hex,
  http,
  maxUint256,
  numberToHex,
  pad,
  parseAbi,
  parseEther,
  parseEventLogs,
  publicActions,
  walletActions,
  zeroAddress,
} from 'viem'
import safe from '../../local/chains/artifacts/Safe.json' with { type: 'json' }
import multiToken from '../../local/chains/artifacts/TestMultiToken.json' with { type: 'json' }
import { DEPLOYER, DEVELOPMENT_ADDRESSES, LOCAL_NFT, LOCAL_TOKENS } from '../../local/chains/evmContracts.ts'
import { LOCAL_SAFE } from '../../local/chains/safeContracts.ts'
import { seedEvmChain } from '../../local/chains/seedEvmChain.ts'
import { type LocalEvmChain, startAnvil } from '../../local/chains/startAnvil.ts'
import { UNISWAP_CONTRACTS } from '../../local/chains/uniswapContracts.ts'
import type { Outcome } from '../../services/secureFrame/src/approval/outcome.ts'
import type { AskNode } from '../../services/secureFrame/src/rpc/jsonRpc.ts'
import { NodeFailure } from '../../services/secureFrame/src/rpc/refuse.ts'
import { simulateCalls, simulateTransaction } from '../../services/secureFrame/src/signing/evm/simulate.ts'
import { freeUrl } from '../../services/testing/fakeNode.ts'
import { mined } from '../../services/testing/mined.ts'
import { describeRequest, type Line, type PreviewContext } from '../../shared-contracts/preview/index.ts'
import type { Json } from '../../shared-contracts/src/embeddedWallet/json.ts'

/**
 * Predictions of the signing screens are compared with contracts that really run: tokens, the wrapped coin, and a Safe.
 */

jest.setTimeout(120_000)

const [ME] = DEVELOPMENT_ADDRESSES
const FRIEND: Address = `0x${'22'.repeat(20)}`
const NFTS = parseAbi([
  'function setApprovalForAll(address operator, bool approved)',
  'function approve(address to, uint256 id)',
  'function transferFrom(address from, address to, uint256 id)',
])
const WRAPPED = parseAbi(['function deposit() payable', 'function withdraw(uint256 amount)'])
const WETH = UNISWAP_CONTRACTS.wrappedEther
const DOLLAR = LOCAL_TOKENS[0]?.address as Address
const GAS = 1_000_000n
const GAS_PRICE = parseEther('0.000000002')

let evm: LocalEvmChain
let many: Address
const client = () =>
  createTestClient({ mode: 'anvil', transport: http(evm.rpcUrl) })
    .extend(walletActions)
    .extend(publicActions)

async function send(from: Address, to: Address | undefined, data: Hex, value = 0n) {
  const hash = await client().sendTransaction({ account: from, chain: null, to, data, value, gas: 8_000_000n })
  const receipt = await mined(client(), hash)
  expect(receipt.status).toBe('success')
  return receipt
}

beforeAll(async () => {
  evm = await startAnvil({ chainId: 31337, port: Number((await freeUrl()).port) })
  await seedEvmChain(evm.rpcUrl)
  const { abi, bytecode } = multiToken
  const { transactionHash } = await send(
    DEPLOYER,
    undefined,
    encodeDeployData({ abi, bytecode: bytecode as Hex, args: ['Many'] }),
  )
  const { nonce } = await client().getTransaction({ hash: transactionHash })
  many = getContractAddress({ from: DEPLOYER, nonce: BigInt(nonce) })
  const mint = { abi, functionName: 'mintBatch', args: [ME, [1n, 2n], [10n, 20n]] }
  await send(DEPLOYER, many, encodeFunctionData(mint))
  await send(ME, WETH, encodeFunctionData({ abi: WRAPPED, functionName: 'deposit' }), parseEther('3'))
})
afterAll(async () => {
  evm?.stop()
  await evm?.ended
})

const ask: AskNode = async (_, method, params) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const answer = await fetch(evm.rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { result, error } = (await answer.json()) as { result?: Json; error?: { code: number; message: string } }
  if (error) throw new NodeFailure(error.code, error.message)
  return result ?? null
}

const AROUND = { caipNetworkId: 'eip155:31337', roles: { [WETH.toLowerCase()]: 'wrappedNative' } } as const
const never = new AbortController().signal

const simulate = (
  to: Address,
  data: Hex,
  value = 0n,
  around: Pick<PreviewContext, 'caipNetworkId' | 'roles'> = AROUND,
) =>
  simulateTransaction(
    {
      from: ME,
      to,
      data,
      value: numberToHex(value),
      chainId: numberToHex(31337),
      gas: numberToHex(GAS),
      maxFeePerGas: numberToHex(GAS_PRICE),
    },
    around,
    ask,
    never,
  )

const address = ME.toLowerCase()
const at = (token: Address, change: bigint, tokenId?: bigint) => ({
  address,
  token: token.toLowerCase(),
  ...(tokenId !== undefined && { tokenId }),
  change,
})
const simulated = (effects: object): Outcome =>
  ({ status: 'simulated', changes: [], grants: [], isPartial: false, ...effects }) as Outcome

test('each kind of ERC-1155 token that moves is shown with its number, although no ERC-20 token moves', async () => {
  const { abi } = multiToken
  const one = encodeFunctionData({ abi, functionName: 'safeTransferFrom', args: [ME, FRIEND, 1n, 3n, '0x'] })
  expect(await simulate(many, one)).toEqual(simulated({ changes: [at(many, -3n, 1n)] }))
  const both = [ME, FRIEND, [1n, 2n], [3n, 4n], '0x']
  const batch = encodeFunctionData({ abi, functionName: 'safeBatchTransferFrom', args: both })
  expect(await simulate(many, batch)).toEqual(simulated({ changes: [at(many, -3n, 1n), at(many, -4n, 2n)] }))
})

test('an NFT that leaves the account is shown with its number', async () => {
  const data = encodeFunctionData({ abi: NFTS, functionName: 'transferFrom', args: [ME, FRIEND, 1n] })
  expect(await simulate(LOCAL_NFT.address, data)).toEqual(simulated({ changes: [at(LOCAL_NFT.address, -1n, 1n)] }))
})

test('wrapping and unwrapping show the change in coins as well as the change in wrapped coins', async () => {
  const value = parseEther('1')
  const wrap = encodeFunctionData({ abi: WRAPPED, functionName: 'deposit' })
  const coins = (change: bigint) => ({ address, change })
  expect(await simulate(WETH, wrap, value)).toEqual(simulated({ changes: [coins(-value), at(WETH, value)] }))
  const unwrap = encodeFunctionData({ abi: WRAPPED, functionName: 'withdraw', args: [value] })
  const back = await simulate(WETH, unwrap)
  expect(back).toEqual(simulated({ changes: expect.arrayContaining([coins(value), at(WETH, -value)]) }))
})

test('a deposit at an unknown contract is shown as unknown rather than as nothing', async () => {
  const unwrap = encodeFunctionData({ abi: WRAPPED, functionName: 'withdraw', args: [parseEther('1')] })
  expect(await simulate(WETH, unwrap, 0n, { caipNetworkId: 'eip155:31337' })).toMatchObject({
    status: 'simulated',
    isPartial: true,
  })
})

test('new allowances are shown: of a token, of an NFT, of a whole collection', async () => {
  const spender = FRIEND
  const approve = (amount: bigint) =>
    encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] })
  const token = DOLLAR.toLowerCase()
  expect(await simulate(DOLLAR, approve(5n))).toEqual(simulated({ grants: [{ token, spender, amount: 5n }] }))
  expect(await simulate(DOLLAR, approve(maxUint256))).toEqual(
    simulated({ grants: [{ token, spender, amount: maxUint256, isUnlimited: true }] }),
  )
  const one = encodeFunctionData({ abi: NFTS, functionName: 'approve', args: [spender, 1n] })
  const nft = LOCAL_NFT.address.toLowerCase()
  expect(await simulate(LOCAL_NFT.address, one)).toEqual(simulated({ grants: [{ token: nft, spender, tokenId: 1n }] }))
  const all = encodeFunctionData({ abi: NFTS, functionName: 'setApprovalForAll', args: [spender, true] })
  expect(await simulate(LOCAL_NFT.address, all)).toEqual(simulated({ grants: [{ token: nft, spender }] }))
  expect(await simulate(many, all)).toEqual(simulated({ grants: [{ token: many.toLowerCase(), spender }] }))
})

test('batched calls are shown together: the allowance from one and the transfer from another', async () => {
  const allow = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [FRIEND, 7n] })
  const move = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [FRIEND, 3n] })
  const calls = [allow, move].map((data) => ({ to: DOLLAR, value: 0n, data }))
  expect(await simulateCalls({ from: ME, calls, fee: 0n }, AROUND, ask, never)).toEqual(
    simulated({
      changes: [at(DOLLAR, -3n)],
      grants: [{ token: DOLLAR.toLowerCase(), spender: FRIEND, amount: 7n }],
    }),
  )
})

test('a call that changes nothing shows no change', async () => {
  expect(await simulate(FRIEND, '0x')).toEqual(simulated({}))
})

describe("a Safe's gas refund", () => {
  const { owners, address: safeAddress } = LOCAL_SAFE
  const [owner] = owners
  /** A Safe's owner who sends the transaction approves it implicitly. */
  const signature = concatHex([pad(owner), pad('0x'), '0x01'])
  const [baseGas, safeTxGas] = [30_000n, 0n]

  test('can exceed the signed amounts, and the screen says that nothing limits it', async () => {
    const args = [FRIEND, 1n, '0x', 0, safeTxGas, baseGas, GAS_PRICE, zeroAddress, FRIEND, signature]
    const data = encodeFunctionData({ abi: safe.abi, functionName: 'execTransaction', args })
    await client().setBalance({ address: owner, value: parseEther('10') })
    await client().impersonateAccount({ address: owner })
    const hash = await client().sendTransaction({
      account: owner,
      chain: null,
      to: safeAddress,
      data,
      gas: 500_000n,
      maxFeePerGas: GAS_PRICE * 2n,
      maxPriorityFeePerGas: GAS_PRICE * 2n,
    })
    const { status, logs } = await mined(client(), hash)
    expect(status).toBe('success')
    const events = parseAbi(['event ExecutionSuccess(bytes32 indexed txHash, uint256 payment)'])
    const payment = parseEventLogs({ abi: events, logs })[0]?.args.payment ?? 0n
    expect(payment).toBeGreaterThan(GAS_PRICE * (safeTxGas + baseGas))

    const context: PreviewContext = {
      caipNetworkId: 'eip155:31337',
      account: owner,
      native: { symbol: 'ETH', decimals: 18 },
    }
    const { lines } = describeRequest({ method: 'eth_sendTransaction', params: [{ to: safeAddress, data }] }, context)
    const said = (labelKey: Line['labelKey']) => lines.find((line) => line.labelKey === labelKey)
    expect(said('preview.refundNoLimit')).toMatchObject({ isWarning: true })
    expect(said('preview.refundPrice')).toMatchObject({ isWarning: true, value: { amount: GAS_PRICE } })
    expect(said('preview.refundReceiver')).toMatchObject({ isWarning: true, value: { address: FRIEND } })
  })
})
