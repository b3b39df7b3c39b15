import {
  fallback,
  type InferOutput,
  number,
  object,
  optional,
  picklist,
  pipe,
  rawTransform,
  safeParse,
  union,
} from 'valibot'
import { type CaipNetworkId, CHAIN_NAMESPACES, type ChainNamespace } from '../../caip.ts'
import { Nothing, textUpTo } from '../bounds.ts'
import { CHAIN_ID_MAX, toCaipNetworkId } from '../chainIds.ts'
import { jsonWithin, REQUEST_BOUNDS } from '../json.ts'
import { APPROVAL_METHODS, READ_METHODS, type RpcMethod } from '../rpcMethods.ts'
import { rpcParams } from '../rpcParams.ts'
import { RpcUrl } from './rpcUrl.ts'

/** A page's wallet request: each method with its own parameters. `chainId` is a CAIP-2 id, once parsed. */
export type RpcPayload = {
  [Method in RpcMethod]: {
    readonly method: Method
    readonly params: InferOutput<(typeof rpcParams)[Method]>
    readonly chainId?: CaipNetworkId
    readonly chainNamespace?: ChainNamespace
    readonly rpcUrl?: string
  }
}[RpcMethod]

const Envelope = object({
  method: picklist([...READ_METHODS, ...APPROVAL_METHODS]),
  params: optional(jsonWithin(REQUEST_BOUNDS)),
  /** A number on EVM. In other families only the reference, because `chainNamespace` names the family. */
  chainId: optional(union([number(), textUpTo(CHAIN_ID_MAX)])),
  chainNamespace: optional(picklist(CHAIN_NAMESPACES)),
  rpcUrl: fallback(optional(RpcUrl), undefined),
})

/** Other clients write RPC_REQUEST's family, chain and RPC URL into the site's own object; ours creates a new one. */
const RpcRequest = pipe(
  Envelope,
  rawTransform<InferOutput<typeof Envelope>, RpcPayload>(({ dataset, addIssue, NEVER }) => {
    const { value } = dataset
    const { method, params, chainId, chainNamespace, rpcUrl } = value
    const at = (key: keyof typeof value) =>
      ({ type: 'object', origin: 'value', input: value, key, value: value[key] }) as const
    const read = safeParse(rpcParams[method], params, { abortEarly: true, abortPipeEarly: true })
    if (!read.success) {
      addIssue({ message: `must be the parameters of ${method}`, path: [at('params')] })
      return NEVER
    }
    const network = chainId === undefined ? undefined : toCaipNetworkId(chainId, chainNamespace)
    if (chainId !== undefined && !network) {
      addIssue({ message: 'must name a chain of its family', path: [at('chainId')] })
      return NEVER
    }
    return { method, params: read.output, chainId: network, chainNamespace, rpcUrl } as RpcPayload
  }),
)

export const rpcRequests = {
  RPC_REQUEST: RpcRequest,
  /** The page has stopped waiting, so every unanswered request is canceled. */
  RPC_ABORT: Nothing,
}
