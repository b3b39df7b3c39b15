/** Methods that are answered without asking the visitor: they read, or send what is already signed. */
export const READ_METHODS = [
  'eth_accounts',
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getAccount',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getCode',
  'eth_getFilterChanges',
  'eth_getFilterLogs',
  'eth_getLogs',
  'eth_getProof',
  'eth_getStorageAt',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getTransactionByBlockNumberAndIndex',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_getUncleCountByBlockHash',
  'eth_getUncleCountByBlockNumber',
  'eth_maxPriorityFeePerGas',
  'eth_newBlockFilter',
  'eth_newFilter',
  'eth_newPendingTransactionFilter',
  'eth_sendRawTransaction',
  'eth_syncing',
  'eth_uninstallFilter',
  'wallet_getCapabilities',
  'wallet_getCallsStatus',
  'eth_getUserOperationReceipt',
  'eth_estimateUserOperationGas',
  'eth_getUserOperationByHash',
  'eth_supportedEntryPoints',
  'wallet_getAssets',
] as const

/** Methods that the visitor has to approve first. */
export const APPROVAL_METHODS = [
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'solana_signMessage',
  'solana_signTransaction',
  'solana_signAllTransactions',
  'solana_signAndSendTransaction',
  'wallet_sendCalls',
  'wallet_grantPermissions',
  'wallet_revokePermissions',
  'eth_sendUserOperation',
] as const

export type ReadMethod = (typeof READ_METHODS)[number]
export type ApprovalMethod = (typeof APPROVAL_METHODS)[number]
export type RpcMethod = ReadMethod | ApprovalMethod

/** The page itself answers this method with its own network (`toHexChainId`), and never posts it. */
export const ANSWERED_BY_PAGE = 'eth_chainId' satisfies ReadMethod

const kinds: ReadonlyMap<string, 'read' | 'approval'> = new Map([
  ...READ_METHODS.map((method) => [method, 'read'] as const),
  ...APPROVAL_METHODS.map((method) => [method, 'approval'] as const),
])

/**
 * How to handle a method; undefined when it is not allowed. Other clients post such a request anyway, and leave the
 * refusal to the frame. Our client refuses before posting, and our frame refuses as well.
 */
export const rpcMethodKind = (method: string): 'read' | 'approval' | undefined => kinds.get(method)
