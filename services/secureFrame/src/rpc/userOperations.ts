import { isRecord } from '@portico/contracts/embeddedWallet/bounds'
import { HashText } from '@portico/contracts/embeddedWallet/hexText'
import type { Json } from '@portico/contracts/embeddedWallet/json'
import { is } from 'valibot'
import { Refused } from '../messages/channel.ts'
import { isSameAddress } from '../signing/isSameAddress.ts'
import { ENTRY_POINT } from '../smartAccount/contracts.ts'
import type { SmartAccounts } from '../smartAccount/createSmartAccounts.ts'
import { evmChainId } from './evmChainId.ts'
import type { RpcRequest } from './readRequest.ts'

const isHash = (params: readonly Json[]) => params.length === 1 && is(HashText, params[0])

/** Methods that a page may call at a bundler, with their parameters (ERC-7769). */
const USER_OPERATION_READS: ReadonlyMap<string, (params: readonly Json[]) => boolean> = new Map([
  ['eth_getUserOperationReceipt', isHash],
  ['eth_getUserOperationByHash', isHash],
  ['eth_supportedEntryPoints', (params: readonly Json[]) => params.length === 0],
  [
    'eth_estimateUserOperationGas',
    ([operation, entryPoint, ...overrides]: readonly Json[]) =>
      isRecord(operation) && isSameAddress(entryPoint, ENTRY_POINT) && overrides.length === 0,
  ],
])

export const isUserOperationRead = (method: string): boolean => USER_OPERATION_READS.has(method)

/** @throws Refused `methodNotAllowed` without a bundler, `invalidRequest` */
export async function readUserOperation(
  { method, params, caipNetworkId }: RpcRequest,
  smart: SmartAccounts | undefined,
  signal: AbortSignal,
): Promise<Json> {
  if (!smart) throw new Refused('methodNotAllowed')
  const list = Array.isArray(params) ? params : []
  if (!USER_OPERATION_READS.get(method)?.(list)) throw new Refused('invalidRequest')
  return smart.ask(evmChainId(caipNetworkId), method, list, signal)
}
