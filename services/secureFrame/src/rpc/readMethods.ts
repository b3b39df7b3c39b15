import { toHexChainId } from '@portico/contracts/embeddedWallet/chainIds'
import type { Json } from '@portico/contracts/embeddedWallet/json'
import type { Place, Wallet } from '../parts.ts'
import type { BatchIds } from '../smartAccount/batchIds.ts'
import { callsStatus } from './callsStatus.ts'
import type { AskNode } from './jsonRpc.ts'
import { capabilities, isOwn } from './localAnswers.ts'
import type { RpcRequest } from './readRequest.ts'
import type { RpcParts } from './rpcParts.ts'
import { isUserOperationRead, readUserOperation } from './userOperations.ts'
import { accountsOn } from './whoSigns.ts'

export interface ReadParts extends Pick<RpcParts, 'accounts' | 'smart'> {
  readonly ask: AskNode
  readonly wallet: Wallet
  readonly place: Place
  readonly fetchFrom: typeof fetch
  readonly batchIds: BatchIds
}

/** Answers requests that show the visitor nothing: locally if possible, else from a node or a bundler. */
export async function answerRead(
  request: RpcRequest,
  origin: string,
  parts: ReadParts,
  signal: AbortSignal,
): Promise<Json> {
  const { method, params, caipNetworkId } = request
  const { ask, wallet, place, fetchFrom, smart } = parts
  if (isUserOperationRead(method)) return readUserOperation(request, smart, signal)
  switch (method) {
    case 'eth_chainId':
      return toHexChainId(caipNetworkId) ?? null
    case 'eth_accounts':
      return (await accountsOn(caipNetworkId, await wallet.addresses(), parts)).map(({ address }) => address)
    case 'wallet_getCapabilities':
      return capabilities(params, await wallet.addresses(), caipNetworkId, parts)
    case 'wallet_getCallsStatus':
      return callsStatus(params, origin, parts)
    case 'wallet_getAssets': {
      const { assets } = await import('./assets.ts')
      const addresses = await wallet.addresses()
      const [preferred] = await accountsOn(caipNetworkId, addresses, parts)
      const own = {
        preferred: preferred?.address ?? addresses.eip155,
        isOwn: (one: string) => isOwn(one, addresses, parts),
      }
      return assets(params, own, place, fetchFrom)
    }
    default:
      return ask(caipNetworkId, method, params, { signal })
  }
}
