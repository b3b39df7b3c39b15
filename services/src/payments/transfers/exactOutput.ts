import { type Address, decodeFunctionData, encodeFunctionData, type Hex } from 'viem'
import { exactOutputAbi } from '../../blockchainApi/pools/poolAbis.ts'

/** A call of a Uniswap v2 router that delivers an exact amount to a recipient. */
export interface ExactOutput {
  /** The paid token; absent for the network's coin. */
  readonly from?: Address | undefined
  readonly to?: Address | undefined
  /** The tokens of the route, in order; the wrapped coin stands for the coin. */
  readonly path: readonly Address[]
  readonly amount: bigint
  /** The maximum payment. */
  readonly most: bigint
  readonly recipient: Address
  /** Seconds since 1970. */
  readonly deadline: bigint
}

export function encodeExactOutput({ from, to, path, amount, most, recipient, deadline }: ExactOutput): Hex {
  const abi = exactOutputAbi
  if (!from) {
    const args = [amount, path, recipient, deadline] as const
    return encodeFunctionData({ abi, functionName: 'swapETHForExactTokens', args })
  }
  const functionName = to ? 'swapTokensForExactTokens' : 'swapTokensForExactETH'
  return encodeFunctionData({ abi, functionName, args: [amount, most, path, recipient, deadline] })
}

/** The call's effect that can be seen on the chain: a token transfer, either from the payer or to the recipient. */
export interface Trace {
  readonly token: Address
  /** The recipient of the transfer; absent if the transfer is from the payer. */
  readonly recipient?: Address
  readonly amount?: bigint
  readonly deadline: bigint
}

/** @returns undefined for any other call */
export function readTrace(data: Hex): Trace | undefined {
  try {
    const { functionName, args } = decodeFunctionData({ abi: exactOutputAbi, data })
    if (functionName === 'getAmountsIn') return undefined
    if (functionName === 'swapETHForExactTokens') {
      const [amount, path, recipient, deadline] = args
      const token = path.at(-1)
      return token && { token, recipient, amount, deadline }
    }
    const [, , [token], , deadline] = args
    return token && { token, deadline }
  } catch {
    return undefined
  }
}
