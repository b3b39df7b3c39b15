import { encodeFunctionData, type Hex } from 'viem'
import { ServiceError } from '../../http/errors.ts'
import type { NetworkPools } from '../pools/networkPools.ts'
import { routerAbi } from '../pools/poolAbis.ts'
import type { BuildRequest, BuiltTransaction } from './convertUpstream.ts'
import { type BestRoute, deadlineAfter, findBestRoute } from './findBestRoute.ts'
import { askChain } from './nodeErrors.ts'

const BPS = 10_000n
/** More gas than a swap needs if the tokens have no custom logic. */
const GAS_OF_A_SWAP = 100_000n
const GAS_OF_A_POOL = 100_000n
/**
 * Gas that an estimate may miss: the first swap of each second also writes two prices in each pool (EIP-2929: 22,100
 * gas for each write, plus the computation).
 */
const GAS_OF_PRICES = 50_000n

/** The minimum amount to receive, rounded down. */
const leastOf = (received: bigint, slippageBps: bigint): bigint => (received * (BPS - slippageBps)) / BPS

function encodeSwap(
  { from, to, user, amount }: BuildRequest,
  path: BestRoute['path'],
  least: bigint,
  deadline: bigint,
): Hex {
  if (!from.address) {
    const args = [least, path, user, deadline] as const
    return encodeFunctionData({ abi: routerAbi, functionName: 'swapExactETHForTokens', args })
  }
  const functionName = to.address ? 'swapExactTokensForTokens' : 'swapExactTokensForETH'
  return encodeFunctionData({ abi: routerAbi, functionName, args: [amount, least, path, user, deadline] })
}

const refused = (): never => {
  throw new ServiceError('convert.refused')
}

/** @throws ServiceError `convert.noRoute`, `convert.refused`, `upstream.unavailable` */
export async function buildPoolSwap(network: NetworkPools, request: BuildRequest): Promise<BuiltTransaction> {
  const { client, router } = network
  const { user, from, amount, slippageBps, isEstimated } = request
  const best = await findBestRoute(network, request)
  if (!best) throw new ServiceError('convert.noRoute')
  const [{ timestamp }, gasPrice] = await askChain(
    () => Promise.all([client.getBlock(), client.getGasPrice()]),
    refused,
  )
  const data = encodeSwap(request, best.path, leastOf(best.received, slippageBps), deadlineAfter(timestamp))
  const value = from.address ? 0n : amount
  const pools = BigInt(best.path.length - 1)
  const gas = isEstimated
    ? (await askChain(() => client.estimateGas({ account: user, to: router, data, value }), refused)) +
      GAS_OF_PRICES * pools
    : GAS_OF_A_SWAP + GAS_OF_A_POOL * pools
  return { to: router, data, amount: best.received, gas, gasPrice }
}
