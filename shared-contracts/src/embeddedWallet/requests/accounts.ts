import { fallback, object, optional } from 'valibot'
import { EmbeddedAccountType } from '../accounts.ts'
import { Nothing } from '../bounds.ts'
import { WireChainId } from '../chainIds.ts'
import { RpcUrl } from './rpcUrl.ts'

/** Requests about networks and account types. */
export const accountRequests = {
  /** In this request, clients use CAIP-2 ids for chains of every family. */
  SWITCH_NETWORK: object({ chainId: WireChainId, rpcUrl: fallback(optional(RpcUrl), undefined) }),
  GET_CHAIN_ID: Nothing,
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: Nothing,
  /** No client sends this: a smart account is deployed with its first transaction. */
  INIT_SMART_ACCOUNT: Nothing,
  SET_PREFERRED_ACCOUNT: object({ type: EmbeddedAccountType }),
}
