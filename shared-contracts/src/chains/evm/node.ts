import { type ActingCommands, type CaipNetworkId, isModalError, ModalError } from '@portico/contracts'

/** A call for which a node estimates gas. */
export interface EvmCall {
  readonly from: string
  readonly to: string
  readonly value: bigint
  readonly data?: string | undefined
}

/** Requests to an EVM node. Each throws ModalError `service.unreachable`, `service.invalidAnswer`, `node.refused`. */
export interface EvmNode {
  ask(method: string, ...params: readonly unknown[]): Promise<unknown>
  /** The account's balance of the network's own currency, in wei. */
  coins(owner: string): Promise<bigint>
  /** The account's balance of a token, in the token's smallest unit. */
  tokens(owner: string, token: string): Promise<bigint>
  /** The highest gas price wallets offer, in wei: twice the base fee plus a tip (EIP-1559), or the node's own price. */
  gasPrice(): Promise<bigint>
  /** The node's estimate of the gas. Throws `node.refused` if the call would currently fail. */
  gas(call: EvmCall): Promise<bigint>
  /**
   * Calls a contract that returns a single number. Undefined when the result is anything else or empty, or when the
   * call fails. The result is empty at an address without code.
   */
  word(to: string, data: string): Promise<bigint | undefined>
  /** The token's decimals, as its contract states them. Undefined when there is no such token. */
  decimals(token: string): Promise<bigint | undefined>
}

/** The selectors of ERC-20's `balanceOf(address)` and `decimals()`. */
const BALANCE_OF = '0x70a08231'
const DECIMALS = '0x313ce567'

/** The most, in percent, that a wallet adds to its own estimate. */
const GAS_MARGIN_PERCENT = 25n
export const withGasMargin = (gas: bigint): bigint => (gas * (100n + GAS_MARGIN_PERCENT)) / 100n

/** A number as a JSON-RPC quantity. */
export const toQuantity = (value: bigint): `0x${string}` => `0x${value.toString(16)}`

/** @throws ModalError `service.invalidAnswer` unless the value is a JSON-RPC quantity */
export function quantity(value: unknown): bigint {
  if (typeof value === 'string' && /^0x[\da-f]{1,64}$/i.test(value)) return BigInt(value)
  throw new ModalError('service.invalidAnswer')
}

/** A word of call data: 32 bytes in hex, without `0x`. @param value an address or a number, with or without `0x` */
export const wordOf = (value: string): string => value.replace(/^0x/, '').toLowerCase().padStart(64, '0')

export function evmNode(
  { askNode }: Pick<ActingCommands, 'askNode'>,
  caipNetworkId: CaipNetworkId,
  signal: AbortSignal,
): EvmNode {
  const ask = (method: string, ...params: readonly unknown[]) => askNode({ caipNetworkId, method, params }, signal)
  const call = (to: string, data: string) => ask('eth_call', { to, data }, 'latest')
  async function word(to: string, data: string): Promise<bigint | undefined> {
    const answer = await call(to, data).catch((error: unknown) => {
      if (!isModalError(error) || error.code !== 'node.refused') throw error
    })
    return typeof answer === 'string' && /^0x[\da-f]{64}$/i.test(answer) ? BigInt(answer) : undefined
  }
  return {
    ask,
    coins: async (owner) => quantity(await ask('eth_getBalance', owner, 'latest')),
    tokens: async (owner, token) => quantity(await call(token, `${BALANCE_OF}${wordOf(owner)}`)),
    async gasPrice() {
      const [block, price] = await Promise.all([ask('eth_getBlockByNumber', 'latest', false), ask('eth_gasPrice')])
      const base = (block as { baseFeePerGas?: unknown } | null)?.baseFeePerGas
      const now = quantity(price)
      if (base === undefined || base === null) return now
      const perGas = quantity(base)
      // The price that the node states is the base fee plus a tip.
      return now > perGas ? now + perGas : perGas * 2n
    },
    gas: async ({ from, to, value, data }) =>
      quantity(await ask('eth_estimateGas', { from, to, value: toQuantity(value), ...(data && { data }) })),
    word,
    decimals: (token) => word(token, DECIMALS),
  }
}
