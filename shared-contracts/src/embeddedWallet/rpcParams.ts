import { type GenericSchema, optional } from 'valibot'
import { listUpTo, Nothing } from './bounds.ts'
import { jsonWithin, REQUEST_BOUNDS } from './json.ts'
import type { RpcMethod } from './rpcMethods.ts'
import { solanaParams } from './solanaRpc.ts'
import { walletParams } from './walletCalls.ts'

const PARAMS_MAX = 16

const List = listUpTo(PARAMS_MAX, jsonWithin(REQUEST_BOUNDS))
/** When a method takes no parameters, clients may omit the empty list. */
const ListOrNone = optional(List, [])

/** The form of `params` for each method. They have already been copied as JSON, so the JSON bounds apply here too. */
export const rpcParams = {
  eth_accounts: Nothing,
  eth_blockNumber: Nothing,
  eth_chainId: Nothing,
  eth_gasPrice: Nothing,
  eth_maxPriorityFeePerGas: Nothing,
  eth_newBlockFilter: Nothing,
  eth_newPendingTransactionFilter: Nothing,
  eth_syncing: ListOrNone,
  eth_supportedEntryPoints: ListOrNone,
  eth_call: List,
  eth_estimateGas: List,
  eth_feeHistory: List,
  eth_getAccount: List,
  eth_getBalance: List,
  eth_getBlockByHash: List,
  eth_getBlockByNumber: List,
  eth_getBlockReceipts: List,
  eth_getBlockTransactionCountByHash: List,
  eth_getBlockTransactionCountByNumber: List,
  eth_getCode: List,
  eth_getFilterChanges: List,
  eth_getFilterLogs: List,
  eth_getLogs: List,
  eth_getProof: List,
  eth_getStorageAt: List,
  eth_getTransactionByBlockHashAndIndex: List,
  eth_getTransactionByBlockNumberAndIndex: List,
  eth_getTransactionByHash: List,
  eth_getTransactionCount: List,
  eth_getTransactionReceipt: List,
  eth_getUncleCountByBlockHash: List,
  eth_getUncleCountByBlockNumber: List,
  eth_newFilter: List,
  eth_sendRawTransaction: List,
  eth_uninstallFilter: List,
  personal_sign: List,
  eth_signTypedData_v4: List,
  eth_sendTransaction: List,
  wallet_grantPermissions: List,
  // Other clients list the user-operation methods, but have no schema for them, so they refuse all their parameters.
  eth_sendUserOperation: List,
  eth_estimateUserOperationGas: List,
  eth_getUserOperationReceipt: List,
  eth_getUserOperationByHash: List,
  ...solanaParams,
  ...walletParams,
} satisfies Record<RpcMethod, GenericSchema<unknown, unknown>>
