import { type ActingCommands, type CaipNetworkId, type EvmTransactionRequest, ModalError } from '@portico/contracts'
import { readQuantity, toQuantity } from '@portico/contracts/preview'

const BALANCE_OF = '0x70a08231'
const WORD = 64
/** What a wallet adds to its own estimate is at most this part more. */
const GAS_MARGIN_PERCENT = 25n

/** @throws ModalError `service.invalidAnswer` */
function quantity(value: unknown): bigint {
  const read = typeof value === 'string' && /^0x[\da-f]{1,64}$/i.test(value) ? readQuantity(value) : undefined
  if (read === undefined) throw new ModalError('service.invalidAnswer')
  return read
}

export const wordOf = (address: string): string => address.slice(2).toLowerCase().padStart(WORD, '0')

export interface EvmNode {
  /** Wei. */
  coins(owner: string): Promise<bigint>
  /** In its smallest unit. */
  tokens(owner: string, token: string): Promise<bigint>
  /** Wei for a unit of gas that wallets offer at most. */
  gasPrice(): Promise<bigint>
  /** With a margin. @throws ModalError `node.refused` where it would fail now */
  gas(request: EvmTransactionRequest): Promise<bigint>
}

/** @throws each of it ModalError `service.unreachable`, `service.invalidAnswer`, `node.refused` */
export function evmNode(
  { askNode }: Pick<ActingCommands, 'askNode'>,
  caipNetworkId: CaipNetworkId,
  signal: AbortSignal,
): EvmNode {
  const ask = (method: string, ...params: readonly unknown[]) => askNode({ caipNetworkId, method, params }, signal)
  return {
    coins: async (owner) => quantity(await ask('eth_getBalance', owner, 'latest')),
    tokens: async (owner, token) =>
      quantity(await ask('eth_call', { to: token, data: `${BALANCE_OF}${wordOf(owner)}` }, 'latest')),
    async gasPrice() {
      const [block, price] = await Promise.all([ask('eth_getBlockByNumber', 'latest', false), ask('eth_gasPrice')])
      const base = (block as { baseFeePerGas?: unknown } | null)?.baseFeePerGas
      const now = quantity(price)
      if (base === undefined || base === null) return now
      // EIP-1559: twice the base fee and a tip. The node's price is the base fee and a tip.
      const perGas = quantity(base)
      return now > perGas ? now + perGas : perGas * 2n
    },
    async gas({ from, to, value, data }) {
      const call = { from, to, value: toQuantity(value), ...(data && { data }) }
      return (quantity(await ask('eth_estimateGas', call)) * (100n + GAS_MARGIN_PERCENT)) / 100n
    },
  }
}
