import {
  type Address,
  concatHex,
  encodeDeployData,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  maxUint256,
  parseUnits,
  zeroAddress,
  zeroHash,
} from 'viem'
import testToken from './artifacts/TestToken.json' with { type: 'json' }
import uniswapV2Factory from './artifacts/UniswapV2Factory.json' with { type: 'json' }
import uniswapV2Router02 from './artifacts/UniswapV2Router02.json' with { type: 'json' }
import weth9 from './artifacts/WETH9.json' with { type: 'json' }
import { CREATE2_DEPLOYER, DEPLOYER, LOCAL_TOKENS } from './evmContracts.ts'
import { LOCAL_POOLS, UNISWAP_CONTRACTS } from './uniswapContracts.ts'

/** One side of a pool, in the smallest unit; the coin has no address. */
interface Side {
  readonly address?: Address
  readonly amount: bigint
}

function sideOf(symbol: string, whole: number): Side {
  const token = LOCAL_TOKENS.find((known) => known.symbol === symbol)
  return { address: token?.address, amount: parseUnits(String(whole), token?.decimals ?? 18) }
}

/**
 * Deploys Uniswap v2 and its pools. The liquidity belongs to the deployer, which mints the pools' tokens and wraps its
 * own coins.
 */
export async function seedUniswap(
  send: (transaction: { to: Address; data: Hex; value?: bigint }) => Promise<unknown>,
): Promise<void> {
  const { wrappedEther, factory, router } = UNISWAP_CONTRACTS
  const codes = [
    weth9.bytecode as Hex,
    encodeDeployData({ ...uniswapV2Factory, bytecode: uniswapV2Factory.bytecode as Hex, args: [zeroAddress] }),
    encodeDeployData({
      ...uniswapV2Router02,
      bytecode: uniswapV2Router02.bytecode as Hex,
      args: [factory, wrappedEther],
    }),
  ]
  for (const code of codes) await send({ to: CREATE2_DEPLOYER, data: concatHex([zeroHash, code]) })

  async function addLiquidity(one: Side, other: Side) {
    const sides = [one, other].flatMap(({ address, amount }) => (address ? [{ address, amount }] : []))
    for (const { address, amount } of sides) {
      await send({
        to: address,
        data: encodeFunctionData({ abi: testToken.abi, functionName: 'mint', args: [DEPLOYER, amount] }),
      })
      await send({
        to: address,
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, amount] }),
      })
    }
    const [first, second] = sides
    const coin = [one, other].find(({ address }) => !address)
    const args = coin
      ? [first?.address, first?.amount, 0n, 0n, DEPLOYER, maxUint256]
      : [first?.address, second?.address, first?.amount, second?.amount, 0n, 0n, DEPLOYER, maxUint256]
    const functionName = coin ? 'addLiquidityETH' : 'addLiquidity'
    await send({
      to: router,
      data: encodeFunctionData({ abi: uniswapV2Router02.abi, functionName, args }),
      value: coin?.amount,
    })
  }

  for (const { pair, amounts } of LOCAL_POOLS) {
    await addLiquidity(sideOf(pair[0], amounts[0]), sideOf(pair[1], amounts[1]))
  }
}
