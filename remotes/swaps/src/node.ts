import { type ActingCommands, type CaipNetworkId, type EvmTransactionRequest, ModalError } from '@portico/contracts'
import { readQuantity, toQuantity } from '@portico/contracts/preview'

type Ask = Pick<ActingCommands, 'askNode'>

/** @throws ModalError `service.invalidAnswer` */
function quantity(value: unknown): bigint {
  const read = typeof value === 'string' && value.startsWith('0x') ? readQuantity(value) : undefined
  if (read === undefined) throw new ModalError('service.invalidAnswer')
  return read
}

/** Wei for a unit of gas that wallets offer at most: twice the base fee and a tip (EIP-1559), or the node's own price. */
export async function askGasPrice(ask: Ask, caipNetworkId: CaipNetworkId, signal: AbortSignal): Promise<bigint> {
  const node = (method: string, ...params: readonly unknown[]) => ask.askNode({ caipNetworkId, method, params }, signal)
  const [block, price] = await Promise.all([node('eth_getBlockByNumber', 'latest', false), node('eth_gasPrice')])
  const base = (block as { baseFeePerGas?: unknown } | null)?.baseFeePerGas
  const now = quantity(price)
  if (base === undefined || base === null) return now
  const perGas = quantity(base)
  return now > perGas ? now + perGas : perGas * 2n
}

/** @throws ModalError `node.refused` where it would fail now, `service.unreachable` */
export async function askGas(ask: Ask, request: EvmTransactionRequest, signal: AbortSignal): Promise<bigint> {
  const { caipNetworkId, from, to, value, data } = request
  const call = { from, to, value: toQuantity(value), ...(data && { data }) }
  return quantity(await ask.askNode({ caipNetworkId, method: 'eth_estimateGas', params: [call] }, signal))
}

/** Wei of the coin that the account has now. */
export async function askCoins(
  ask: Ask,
  caipNetworkId: CaipNetworkId,
  account: string,
  signal: AbortSignal,
): Promise<bigint> {
  return quantity(await ask.askNode({ caipNetworkId, method: 'eth_getBalance', params: [account, 'latest'] }, signal))
}
