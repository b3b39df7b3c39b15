import { type ActingCommands, type Holding, isModalError, type Network } from '@portico/contracts'
import { type EvmNode, evmNode } from '@portico/contracts/chains/evm/node'
import { evmTokenFacts, readAbiText } from '@portico/contracts/preview'
import type { RequestProblem } from './readRequest.ts'

/** ERC-20: `name()`. */
const NAME = '0x06fdde03'

interface Where {
  readonly network: Network
  /** The token's holder. */
  readonly owner: string
}

async function coin({ network, owner }: Where, node: EvmNode): Promise<Holding> {
  const { caipNetworkId, nativeCurrency } = network
  return { caipNetworkId, ...nativeCurrency, amount: (await node.coins(owner)).toString() }
}

/** Null if the network answered that the call fails. @throws ModalError if the network could not be asked */
async function answered<T>(asking: Promise<T>): Promise<T | null> {
  try {
    return await asking
  } catch (error) {
    if (isModalError(error) && error.code === 'service.unreachable') throw error
    return null
  }
}

async function token({ network, owner }: Where, address: string, node: EvmNode): Promise<Holding | RequestProblem> {
  const call = (data: string) => answered(node.ask('eth_call', { to: address, data }, 'latest'))
  const [facts, name, amount] = await Promise.all([
    evmTokenFacts(call),
    call(NAME).then(readAbiText),
    answered(node.tokens(owner, address)),
  ])
  const { symbol, decimals } = facts ?? {}
  if (decimals === undefined || amount === null || symbol === undefined) return { problem: 'send.asked.token' }
  const { caipNetworkId } = network
  return { caipNetworkId, address, name: name ?? symbol, symbol, decimals, amount: amount.toString() }
}

/** Reads a token, and the account's balance in that token, from the chain. */
export async function lookUpToken(
  where: Where,
  address: string | undefined,
  ask: Pick<ActingCommands, 'askNode'>,
  signal: AbortSignal,
): Promise<Holding | RequestProblem> {
  const node = evmNode(ask, where.network.caipNetworkId, signal)
  try {
    return await (address === undefined ? coin(where, node) : token(where, address, node))
  } catch {
    return { problem: 'send.asked.unreachable' }
  }
}
