import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  createClient,
  createPublicClient,
  createTestClient,
  encodeFunctionData,
  erc20Abi,
  hashMessage,
  hashTypedData,
  http,
  parseEther,
  parseUnits,
  type TypedDataDefinition,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { LOCAL_TOKENS } from '../../local/chains/evmContracts'
import { installFixture } from '../../scripts/fixture.mjs'
import { SAFE } from '../../services/secureFrame/src/smartAccount/contracts'
import {
  createSmartAccounts,
  type SmartAccounts,
  type SmartAccountsSetup,
} from '../../services/secureFrame/src/smartAccount/createSmartAccounts'
import { deploymentOf } from '../../services/secureFrame/src/smartAccount/prepareOperation'
import { safeAddress } from '../../services/secureFrame/src/smartAccount/safeAddress'
import { freeUrl } from '../../services/testing/fakeNode'
import { type LocalChainPart, startLocalChain } from '../../services/testing/localChainPart'

const CHAIN_ID = 31337
const FIXTURE = join(__dirname, '../../local/chains/bundler/fixture')
const FRIEND = '0x1111111111111111111111111111111111111111'
const OTHER = '0x2222222222222222222222222222222222222222'

const order = {
  domain: { name: 'Market', chainId: CHAIN_ID, verifyingContract: FRIEND },
  types: { Order: [{ name: 'amount', type: 'uint256' }] },
  primaryType: 'Order',
  message: { amount: 5n },
} as const satisfies TypedDataDefinition

describe('the smart account of a signed-in visitor', () => {
  const parts: LocalChainPart[] = []
  const owner = privateKeyToAccount(`0x${'5a'.repeat(32)}`)
  const safe = safeAddress(owner.address)
  let nodeUrl = ''
  let bundlerUrl = ''
  let accounts: SmartAccounts

  const chain = () => createPublicClient({ transport: http(nodeUrl) })
  const anvil = () => createTestClient({ mode: 'anvil', transport: http(nodeUrl) })

  const ask: SmartAccountsSetup['ask'] = (network, method, params) =>
    createClient({ transport: http(network === `eip155:${CHAIN_ID}` ? nodeUrl : 'http://127.0.0.1:1') }).request({
      method,
      params,
    } as never)

  async function settle(hash: `0x${string}`) {
    for (;;) {
      const receipt = await accounts.receipt(CHAIN_ID, hash)
      if (receipt) return receipt
      await wait(50)
    }
  }

  beforeAll(async () => {
    const [node, bundler, modules] = await Promise.all([freeUrl(), freeUrl(), installFixture(FIXTURE)])
    nodeUrl = `http://127.0.0.1:${node.port}`
    bundlerUrl = `http://127.0.0.1:${bundler.port}`
    parts.push(await startLocalChain('main.ts', { EVM_CHAINS: `${CHAIN_ID}:${node.port}` }))
    parts.push(
      await startLocalChain('bundler/main.ts', {
        BUNDLER_PORT: bundler.port,
        BUNDLER_MODULES: modules,
        BUNDLER_NODE: nodeUrl,
      }),
    )
    accounts = createSmartAccounts({
      bundlers: { [`eip155:${CHAIN_ID}`]: bundlerUrl, 'eip155:1': 'http://127.0.0.1:1' },
      ask,
      fetch,
      sign: (_, hash) => owner.sign({ hash }),
    })
  }, 180_000)

  afterAll(async () => {
    for (const part of parts.reverse()) await part.stop()
  })

  test('has the address that its factory computes', async () => {
    const createProxy = deploymentOf(owner.address)
    const { data } = await chain().call({ to: createProxy.factory, data: createProxy.factoryData })
    expect(data?.slice(-40)).toBe(safe.slice(2).toLowerCase())
    expect(createProxy.factory).toBe(SAFE.proxyFactory)
  })

  test('is offered only on networks whose bundler and node respond', async () => {
    expect(await accounts.networks()).toEqual([CHAIN_ID])
  })

  test('signs before it is deployed, with a verifiable signature', async () => {
    expect(await accounts.isDeployed(owner.address, CHAIN_ID)).toBe(false)
    const message = 'Sign in to the shop'
    const signature = await accounts.signHash(owner.address, CHAIN_ID, hashMessage(message))
    expect(await chain().verifyMessage({ address: safe, message, signature })).toBe(true)
    expect(await chain().verifyMessage({ address: safe, message: `${message}!`, signature })).toBe(false)
    const typed = await accounts.signHash(owner.address, CHAIN_ID, hashTypedData(order))
    expect(await chain().verifyTypedData({ ...order, address: safe, signature: typed })).toBe(true)
  })

  test('reports insufficient funds before anything is signed', async () => {
    await expect(accounts.prepare(owner.address, CHAIN_ID, [{ to: FRIEND, value: 1n }])).rejects.toThrow()
  })

  test('is deployed with its first transaction, a batch of two transfers', async () => {
    const [dollar] = LOCAL_TOKENS
    if (!dollar) throw new Error('There is no token.')
    await anvil().setBalance({ address: safe, value: parseEther('1') })
    const mint = { name: 'mint', type: 'function', stateMutability: 'nonpayable', outputs: [] } as const
    const inputs = [
      { name: 'to', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ] as const
    const mintData = encodeFunctionData({ abi: [{ ...mint, inputs }], args: [safe, parseUnits('10', 6)] })
    const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [OTHER, parseUnits('4', 6)] })

    const prepared = await accounts.prepare(owner.address, CHAIN_ID, [
      { to: FRIEND, value: 7n },
      { to: dollar.address, data: mintData },
      { to: dollar.address, data: transfer },
    ])
    expect(prepared).toMatchObject({ isDeployment: true, owner: owner.address })
    expect(prepared.feeMax).toBeGreaterThan(0n)
    const hash = await accounts.send(prepared)
    const receipt = await settle(hash)
    expect(receipt).toMatchObject({ success: true })
    expect(receipt.sender.toLowerCase()).toBe(safe.toLowerCase())
    expect(await accounts.ask(CHAIN_ID, 'eth_getUserOperationByHash', [hash])).toMatchObject({
      userOperation: { nonce: prepared.operation.nonce, factory: SAFE.proxyFactory },
    })

    expect(await accounts.isDeployed(owner.address, CHAIN_ID)).toBe(true)
    expect(await chain().getBalance({ address: FRIEND })).toBe(7n)
    const read = { abi: erc20Abi, address: dollar.address, functionName: 'balanceOf' } as const
    expect(await chain().readContract({ ...read, args: [OTHER] })).toBe(parseUnits('4', 6))
    expect(await chain().readContract({ ...read, args: [safe] })).toBe(parseUnits('6', 6))
    const paid = parseEther('1') - 7n - (await chain().getBalance({ address: safe }))
    expect(paid).toBeLessThanOrEqual(prepared.feeMax)
  })

  test('sends a second operation without another deployment, and signs like a contract', async () => {
    const prepared = await accounts.prepare(owner.address, CHAIN_ID, [{ to: FRIEND, value: 3n }])
    expect(prepared.isDeployment).toBe(false)
    expect((await settle(await accounts.send(prepared))).success).toBe(true)
    expect(await chain().getBalance({ address: FRIEND })).toBe(10n)

    const signature = await accounts.signHash(owner.address, CHAIN_ID, hashTypedData(order))
    expect(signature).toHaveLength(132)
    expect(await chain().verifyTypedData({ ...order, address: safe, signature })).toBe(true)
    // The owner's own signature for the same message is not valid for the account.
    expect(
      await chain().verifyHash({
        address: safe,
        hash: hashTypedData(order),
        signature: await owner.signTypedData(order),
      }),
    ).toBe(false)
  })

  test('refuses a batch with a failing call before it is signed', async () => {
    const [dollar] = LOCAL_TOKENS
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [OTHER, parseUnits('7', 6)] })
    const calls = [{ to: FRIEND, value: 1n } as const, { to: dollar?.address ?? FRIEND, data }]
    await expect(accounts.prepare(owner.address, CHAIN_ID, calls)).rejects.toThrow()
    expect(await chain().getBalance({ address: FRIEND })).toBe(10n)
  })

  test('refuses signatures of another key', async () => {
    const thief = privateKeyToAccount(`0x${'6b'.repeat(32)}`)
    const prepared = await accounts.prepare(owner.address, CHAIN_ID, [{ to: OTHER, value: 5n }])
    const forged = createSmartAccounts({
      bundlers: { [`eip155:${CHAIN_ID}`]: bundlerUrl },
      ask,
      fetch,
      sign: (_, hash) => thief.sign({ hash }),
    })
    await expect(forged.send(prepared)).rejects.toThrow()
    expect(await chain().getBalance({ address: OTHER })).toBe(0n)
  })
})
