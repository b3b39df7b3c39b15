import { findFreePort } from '@portico/services/testing/freePort'
import { createPublicClient, erc20Abi, erc721Abi, http, multicall3Abi, parseAbi, parseEther, parseUnits } from 'viem'
import { DEVELOPMENT_ADDRESSES, LOCAL_NFT, LOCAL_TOKENS, MULTICALL3_ADDRESS } from './evmContracts.ts'
import { LOCAL_SAFE } from './safeContracts.ts'
import { seedEvmChain } from './seedEvmChain.ts'
import { SMART_ACCOUNT_CONTRACTS } from './smartAccountContracts.ts'
import { type LocalEvmChain, startAnvil } from './startAnvil.ts'
import { LOCAL_POOLS, UNISWAP_CONTRACTS } from './uniswapContracts.ts'

describe('a local EVM chain', () => {
  let chain: LocalEvmChain

  beforeAll(async () => {
    chain = await startAnvil({ chainId: 31337, port: await findFreePort() })
    await seedEvmChain(chain.rpcUrl)
  })

  afterAll(async () => {
    chain.stop()
    await chain.ended
  })

  const client = () => createPublicClient({ transport: http(chain.rpcUrl) })

  test.each(LOCAL_TOKENS)('has $symbol at its address, and the development accounts own some', async (token) => {
    const { address, name, symbol, decimals, owned } = token
    const ask = { abi: erc20Abi, address } as const
    expect(await client().readContract({ ...ask, functionName: 'name' })).toBe(name)
    expect(await client().readContract({ ...ask, functionName: 'symbol' })).toBe(symbol)
    expect(await client().readContract({ ...ask, functionName: 'decimals' })).toBe(decimals)
    for (const [index, owner] of DEVELOPMENT_ADDRESSES.entries()) {
      const balance = await client().readContract({ ...ask, functionName: 'balanceOf', args: [owner] })
      expect(balance).toBe(parseUnits(String(owned[index]), decimals))
    }
  })

  test('has a collectible at its address', async () => {
    const ask = { abi: erc721Abi, address: LOCAL_NFT.address } as const
    expect(await client().readContract({ ...ask, functionName: 'symbol' })).toBe(LOCAL_NFT.symbol)
    const owners = await Promise.all(
      [1n, 2n, 3n].map((id) => client().readContract({ ...ask, functionName: 'ownerOf', args: [id] })),
    )
    expect(owners).toEqual([DEVELOPMENT_ADDRESSES[0], DEVELOPMENT_ADDRESSES[0], DEVELOPMENT_ADDRESSES[1]])
  })

  test('has the contracts of smart accounts at their public addresses', async () => {
    const codes = await Promise.all(
      Object.values(SMART_ACCOUNT_CONTRACTS).map((address) => client().getCode({ address })),
    )
    expect(codes.filter((code) => !code)).toEqual([])
    const { module, entryPoint } = SMART_ACCOUNT_CONTRACTS
    const abi = parseAbi(['function SUPPORTED_ENTRYPOINT() view returns (address)'])
    expect(await client().readContract({ abi, address: module, functionName: 'SUPPORTED_ENTRYPOINT' })).toBe(entryPoint)
  })

  test('has a funded Safe with one owner', async () => {
    const { address, owners, threshold } = LOCAL_SAFE
    const abi = parseAbi([
      'function VERSION() view returns (string)',
      'function getOwners() view returns (address[])',
      'function getThreshold() view returns (uint256)',
    ])
    expect(await client().readContract({ abi, address, functionName: 'VERSION' })).toBe('1.4.1')
    expect(await client().readContract({ abi, address, functionName: 'getOwners' })).toEqual(owners)
    expect(await client().readContract({ abi, address, functionName: 'getThreshold' })).toBe(threshold)
    expect(await client().getBalance({ address })).toBe(parseEther('100'))
  })

  test.each(LOCAL_POOLS)('has a funded pool of $pair', async ({ pair, amounts }) => {
    const { wrappedEther, factory, router } = UNISWAP_CONTRACTS
    const abi = parseAbi([
      'function factory() view returns (address)',
      'function WETH() view returns (address)',
      'function getPair(address, address) view returns (address)',
    ])
    expect(await client().readContract({ abi, address: router, functionName: 'factory' })).toBe(factory)
    expect(await client().readContract({ abi, address: router, functionName: 'WETH' })).toBe(wrappedEther)
    const sides = pair.map(
      (symbol) => LOCAL_TOKENS.find((token) => token.symbol === symbol) ?? { address: wrappedEther, decimals: 18 },
    )
    const args = [sides[0]?.address ?? factory, sides[1]?.address ?? factory] as const
    const pool = await client().readContract({ abi, address: factory, functionName: 'getPair', args })
    for (const [index, { address, decimals }] of sides.entries()) {
      const has = await client().readContract({ abi: erc20Abi, address, functionName: 'balanceOf', args: [pool] })
      expect(has).toBe(parseUnits(String(amounts[index]), decimals))
    }
  })

  test('has a working Multicall3 at its canonical address', async () => {
    const balance = await client().readContract({
      abi: multicall3Abi,
      address: MULTICALL3_ADDRESS,
      functionName: 'getEthBalance',
      args: [DEVELOPMENT_ADDRESSES[0]],
    })
    expect(balance).toBe(parseUnits('10000', 18))
  })

  test('a port in use is an error, not a wait', async () => {
    const port = Number(new URL(chain.rpcUrl).port)
    await expect(startAnvil({ chainId: 31338, port })).rejects.toThrow('anvil for chain 31338 ended')
  })
})
