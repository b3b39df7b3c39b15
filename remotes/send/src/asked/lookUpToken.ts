import { type ActingCommands, type Holding, isModalError, type Network } from '@portico/contracts'
import { decodeFunctionResult, encodeFunctionData, erc20Abi, type Hex } from 'viem'
import type { AskedProblem } from './readAsked.ts'

const DECIMALS_MAX = 36
const NO_TOKEN: AskedProblem = { problem: 'send.asked.token' }

type Ask = (method: string, ...params: readonly unknown[]) => Promise<unknown>

interface Where {
  readonly network: Network
  /** Whose. */
  readonly owner: string
}

async function coin({ network, owner }: Where, ask: Ask): Promise<Holding> {
  const { caipNetworkId, nativeCurrency } = network
  const amount = BigInt((await ask('eth_getBalance', owner, 'latest')) as string)
  return { caipNetworkId, ...nativeCurrency, amount: amount.toString() }
}

/** What a contract answers to one question; undefined where it has no answer, or none that can be read. */
async function answer<T>(
  ask: Ask,
  to: string,
  functionName: 'symbol' | 'name' | 'decimals' | 'balanceOf',
  owner?: string,
) {
  const data = encodeFunctionData({ abi: erc20Abi, functionName, ...(owner && { args: [owner] }) } as never)
  try {
    const result = (await ask('eth_call', { to, data }, 'latest')) as Hex
    return decodeFunctionResult({ abi: erc20Abi, functionName, data: result } as never) as T
  } catch (error) {
    // The network has answered, or the answer is none; whatever else is no answer at all.
    if (isModalError(error) && error.code !== 'node.refused') throw error
    return undefined
  }
}

async function token({ network, owner }: Where, address: string, ask: Ask): Promise<Holding | AskedProblem> {
  const [symbol, name, decimals, amount] = await Promise.all([
    answer<string>(ask, address, 'symbol'),
    answer<string>(ask, address, 'name'),
    answer<number>(ask, address, 'decimals'),
    answer<bigint>(ask, address, 'balanceOf', owner),
  ])
  if (decimals === undefined || amount === undefined || !symbol || decimals > DECIMALS_MAX) return NO_TOKEN
  const { caipNetworkId } = network
  return { caipNetworkId, address, name: name || symbol, symbol, decimals, amount: amount.toString() }
}

/** What the chain says of a token, and what the account has of it. */
export async function lookUpToken(
  where: Where,
  address: string | undefined,
  { askNode }: Pick<ActingCommands, 'askNode'>,
  signal: AbortSignal,
): Promise<Holding | AskedProblem> {
  const { caipNetworkId } = where.network
  const ask: Ask = (method, ...params) => askNode({ caipNetworkId, method, params }, signal)
  try {
    return await (address === undefined ? coin(where, ask) : token(where, address, ask))
  } catch {
    return { problem: 'send.asked.unreachable' }
  }
}
