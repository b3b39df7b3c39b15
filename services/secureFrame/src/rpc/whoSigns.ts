import { type CaipNetworkId, parseCaipNetworkId } from '@portico/contracts'
import { isRecord } from '@portico/contracts/embeddedWallet/bounds'
import type { Addresses } from '../interfaces.ts'
import { Refused } from '../messages/channel.ts'
import { isEvmAddress, isSameAddress } from '../signing/isSameAddress.ts'
import { evmChainId } from './evmChainId.ts'
import type { RpcRequest } from './readRequest.ts'
import type { RpcDependencies } from './rpcDependencies.ts'

/** The account that carries a request out. */
export interface Signing {
  readonly account: string
  /** For a smart account: the account whose key signs for it. */
  readonly owner?: string
}

/** The account that a request names, if any. */
function namedIn({ method, params }: RpcRequest): unknown {
  const [first, second] = Array.isArray(params) ? params : []
  if (method === 'personal_sign') return isEvmAddress(second) ? second : first
  if (method === 'eth_signTypedData_v4') return first
  return isRecord(first) ? (first.from ?? undefined) : undefined
}

export type AccountSources = Pick<RpcDependencies, 'accounts' | 'smart'>

/** The visitor's accounts on a network, the preferred one first. */
export async function accountsOn(network: CaipNetworkId, addresses: Addresses, { accounts }: AccountSources) {
  const { namespace } = parseCaipNetworkId(network)
  const found = await accounts?.on(network, addresses)
  return found?.accounts ?? [{ type: 'eoa' as const, address: addresses[namespace] }]
}

/**
 * The account that the request names, else the preferred one. Preparing the request refuses foreign accounts.
 * @throws Refused `chainUnsupported` for a smart account where there are none, NodeUnreachable if that is unknown
 */
export async function whoSigns(request: RpcRequest, addresses: Addresses, parts: AccountSources): Promise<Signing> {
  const { caipNetworkId } = request
  const own = addresses[parseCaipNetworkId(caipNetworkId).namespace]
  const { smart } = parts
  if (!smart || !caipNetworkId.startsWith('eip155:')) return { account: own }
  const contract: Signing = { account: smart.addressOf(own), owner: own }
  const named = namedIn(request)
  if (named === undefined) {
    const [preferred] = await accountsOn(caipNetworkId, addresses, parts)
    return preferred?.type === 'smartAccount' ? contract : { account: own }
  }
  if (!isSameAddress(named, contract.account)) return { account: own }
  if (!(await smart.isOn(evmChainId(caipNetworkId)))) throw new Refused('chainUnsupported')
  return contract
}
