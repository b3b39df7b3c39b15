import { type CaipNetworkId, type ChainNamespace, parseCaipNetworkId } from '@portico/contracts'
import { copyJson, type Json, REQUEST_BOUNDS } from '@portico/contracts/embeddedWallet/json'
import { type RpcMethod, rpcMethodKind } from '@portico/contracts/embeddedWallet/rpcMethods'
import { rpcParams } from '@portico/contracts/embeddedWallet/rpcParams'
import { safeParse } from 'valibot'
import { deepFreeze } from '../approval/deepFreeze.ts'
import { Refused } from '../messages/channel.ts'

/** A page's request, validated again and frozen: nothing can change it from here on. */
export interface RpcRequest {
  readonly method: RpcMethod
  readonly params: Json
  readonly caipNetworkId: CaipNetworkId
}

type Source = {
  readonly method: string
  readonly params?: unknown
  readonly chainId?: CaipNetworkId
  readonly chainNamespace?: ChainNamespace
}

const familyOf = (method: string): ChainNamespace => (method.startsWith('solana_') ? 'solana' : 'eip155')

/**
 * Validates a request against its schema, again. The network, which the screen shows, is the one that the request
 * names, else the visitor's current one.
 * @throws Refused `methodNotAllowed`, `invalidRequest`, `chainUnsupported`
 */
export function readRequest(
  source: Source,
  currentNetwork: (namespace: ChainNamespace) => CaipNetworkId | undefined,
): RpcRequest {
  const { method, chainId } = source
  if (!rpcMethodKind(method)) throw new Refused('methodNotAllowed')
  const known = method as RpcMethod
  const read = safeParse(rpcParams[known], source.params, { abortEarly: true, abortPipeEarly: true })
  if (!read.success) throw new Refused('invalidRequest')
  const params = copyJson(read.output ?? [], REQUEST_BOUNDS)
  if (params === undefined) throw new Refused('invalidRequest')
  const caipNetworkId = chainId ?? currentNetwork(familyOf(method))
  if (!caipNetworkId || parseCaipNetworkId(caipNetworkId).namespace !== familyOf(method)) {
    throw new Refused('chainUnsupported')
  }
  return deepFreeze({ method: known, params, caipNetworkId })
}
