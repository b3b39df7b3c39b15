import type { ChainNamespace } from '@portico/contracts'
import { words } from '../words.ts'

/** The chain families that have a JSON-RPC node (services.md §17.5). */
export const RPC_NAMESPACES = ['eip155', 'solana', 'bip122'] as const satisfies readonly ChainNamespace[]
export type RpcNamespace = (typeof RPC_NAMESPACES)[number]

interface Family {
  /** Methods that only read, so that any upstream may execute them, even repeatedly. */
  readonly reads: ReadonlySet<string>
  /** Methods that submit a signed transaction. */
  readonly broadcasts: ReadonlySet<string>
  /** The method for probing a failed upstream, which every node supports and which costs nothing. */
  readonly probe: string
}

/**
 * The allowed methods. Methods that sign, manage accounts or control a node are excluded. So are filters, which exist
 * in one node while the next request may reach another; clients can query logs instead.
 */
const families: Readonly<Record<RpcNamespace, Family>> = {
  // The methods of https://ethereum.github.io/execution-apis and EIP-1474. Viem needs the last two to estimate fees on
  // Linea and ZKsync.
  eip155: {
    reads: words(`
      eth_blobBaseFee eth_blockNumber eth_call eth_createAccessList eth_estimateGas eth_feeHistory eth_gasPrice
      eth_getBalance eth_getBlockByHash eth_getBlockByNumber eth_getBlockReceipts eth_getBlockTransactionCountByHash
      eth_getBlockTransactionCountByNumber eth_getCode eth_getLogs eth_getProof eth_getStorageAt
      eth_getTransactionByBlockHashAndIndex eth_getTransactionByBlockNumberAndIndex eth_getTransactionByHash
      eth_getTransactionCount eth_getTransactionReceipt eth_getUncleCountByBlockHash eth_getUncleCountByBlockNumber
      eth_maxPriorityFeePerGas eth_simulateV1 eth_syncing linea_estimateGas zks_estimateFee
    `),
    broadcasts: new Set(['eth_sendRawTransaction']),
    probe: 'eth_blockNumber',
  },
  // The methods of https://solana.com/docs/rpc/http, without those about the cluster and its validators.
  solana: {
    reads: words(`
      getAccountInfo getBalance getBlock getBlockHeight getBlockTime getBlocks getBlocksWithLimit getEpochInfo
      getEpochSchedule getFeeForMessage getFirstAvailableBlock getGenesisHash getHealth getLatestBlockhash
      getMinimumBalanceForRentExemption getMultipleAccounts getProgramAccounts getRecentPrioritizationFees
      getSignatureStatuses getSignaturesForAddress getSlot getStakeMinimumDelegation getSupply getTokenAccountBalance
      getTokenAccountsByDelegate getTokenAccountsByOwner getTokenLargestAccounts getTokenSupply getTransaction
      getTransactionCount getVersion isBlockhashValid minimumLedgerSlot simulateTransaction
    `),
    broadcasts: new Set(['sendTransaction']),
    probe: 'getVersion',
  },
  // The methods of https://bitcoincore.org/en/doc/ for the chain, the pool and raw transactions. Wallet methods are
  // excluded, and so are scans that take minutes.
  bip122: {
    reads: words(`
      decoderawtransaction decodescript estimatesmartfee getbestblockhash getblock getblockchaininfo getblockcount
      getblockhash getblockheader getblockstats getdifficulty getmempoolentry getmempoolinfo getrawtransaction
      gettxout gettxoutproof testmempoolaccept validateaddress
    `),
    broadcasts: new Set(['sendrawtransaction']),
    probe: 'getblockcount',
  },
}

export const isAllowed = (namespace: RpcNamespace, method: string) =>
  families[namespace].reads.has(method) || isBroadcast(namespace, method)

export const isBroadcast = (namespace: RpcNamespace, method: string) => families[namespace].broadcasts.has(method)

export const probeMethod = (namespace: RpcNamespace) => families[namespace].probe
