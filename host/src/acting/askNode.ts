import {
  type CaipNetworkId,
  type HostState,
  ModalError,
  type Network,
  type NodeRequest,
  selectNetwork,
} from '@portico/contracts'
import { askEsplora as askServers } from '../chains/bip122/esplora.ts'
import { evmRpc } from '../chains/eip155/balance.ts'
import type { Rpc } from '../chains/rpc.ts'
import { RpcError } from '../chains/rpcCall.ts'
import { solanaRpc } from '../chains/solana/balance.ts'

/** Longer messages from a server are cut. */
const REASON_MAX = 300

const nodesOf: Partial<Record<Network['chainNamespace'], (network: Network) => Rpc>> = {
  eip155: evmRpc,
  solana: solanaRpc,
}

/** @throws ModalError `network.notFound` for a network that the page does not have */
function networkOf(state: HostState, caipNetworkId: CaipNetworkId): Network {
  const network = selectNetwork(state, caipNetworkId)
  if (!network) throw new ModalError('network.notFound', { details: { caipNetworkId } })
  return network
}

const refused = (reason: string, details: Readonly<Record<string, unknown>>, cause?: unknown) =>
  new ModalError('node.refused', { details: { ...details, reason: reason.slice(0, REASON_MAX) }, cause })

/** JSON-RPC. See `ActingCommands.askNode`. */
export async function askNode(
  state: HostState,
  { caipNetworkId, method, params = [] }: NodeRequest,
  signal?: AbortSignal,
): Promise<unknown> {
  signal?.throwIfAborted()
  const network = networkOf(state, caipNetworkId)
  const nodes = nodesOf[network.chainNamespace]?.(network)
  if (!nodes) throw new ModalError('network.notFound', { details: { caipNetworkId } })
  try {
    return await nodes.request({ method, params }, signal)
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    const { code, message, data } = error
    throw refused(message, { code, data }, error)
  }
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** REST. See `ActingCommands.askEsplora`. */
export async function askEsplora(
  state: HostState,
  caipNetworkId: CaipNetworkId,
  path: string,
  signal?: AbortSignal,
): Promise<unknown> {
  signal?.throwIfAborted()
  const network = networkOf(state, caipNetworkId)
  if (network.chainNamespace !== 'bip122') throw new ModalError('network.notFound', { details: { caipNetworkId } })
  const asking = askServers(network, path, async (response) => {
    if (response.status === 429 || response.status >= 500) return undefined // the next server may answer
    return { isRefused: !response.ok, status: response.status, text: await response.text() }
  })
  const { isRefused, status, text } = await asking
  signal?.throwIfAborted()
  if (isRefused) throw refused(text, { code: status })
  return jsonOrText(text)
}
