import type { CaipNetworkId } from './caip.ts'
import type { HostState } from './hostState.ts'
import type { SwapRouter } from './swapRouter.ts'

/**
 * A transaction for the active account to sign and send. It states its sender and its network, both of which the caller
 * has shown to the visitor. Amounts are integers in the smallest unit.
 */
export type TransactionRequest = EvmTransactionRequest | SolanaTransactionRequest | BitcoinTransactionRequest

interface AnyRequest {
  readonly caipNetworkId: CaipNetworkId
  /** An address of the active connection. */
  readonly from: string
}

export interface EvmTransactionRequest extends AnyRequest {
  readonly namespace: 'eip155'
  readonly to: string
  /** Wei. */
  readonly value: bigint
  readonly data?: `0x${string}`
  /** The gas limit, when the caller knows a better one than the wallet. */
  readonly gas?: bigint
}

export interface SolanaTransactionRequest extends AnyRequest {
  readonly namespace: 'solana'
  /** A legacy or version 0 transaction, in base64. It is unsigned, or signed by all except `from`, who pays the fee. */
  readonly transaction: string
  /** The last block that accepts the transaction. After that, it can no longer be executed. */
  readonly lastValidBlockHeight: number
}

export interface BitcoinTransactionRequest extends AnyRequest {
  readonly namespace: 'bip122'
  /** A PSBT (BIP-174) in base64. */
  readonly psbt: string
  /** The outputs that the transaction spends, in the order of its inputs. All of them belong to `from`. */
  readonly spends: readonly Outpoint[]
}

/** An output of a Bitcoin transaction. */
export interface Outpoint {
  readonly txid: string
  readonly vout: number
}

/**
 * The progress of a transaction. `failed`: it is in a block, but changed nothing except for its fee. `replaced`:
 * another transaction of the account took its place. `dropped`: none of the nodes that were asked knows it any more. It
 * may still be executed, so never tell the visitor to send it again without checking. A transaction that the wallet
 * sent again with another fee is the same payment; its outcome is that of the transaction in `replacedBy`.
 */
export const TRANSACTION_PHASES = ['pending', 'confirmed', 'failed', 'replaced', 'dropped'] as const
export type TransactionPhase = (typeof TRANSACTION_PHASES)[number]

/** What lists show of a transaction until an indexer knows it. `amount` is an integer in the smallest unit. */
export interface TransactionNote {
  readonly type: 'send' | 'approve' | 'swap' | 'pay'
  readonly amount: string
  readonly decimals: number
  readonly symbol: string
  /** The receiver or the spender. */
  readonly to?: string
  /** The token's address. Absent for the network's own coin. */
  readonly token?: string
}

/** A transaction that was sent from this browser. */
export interface SentTransaction {
  readonly caipNetworkId: CaipNetworkId
  /** The sender. */
  readonly from: string
  /** The hash on EVM, the signature in base58 on Solana, the txid on Bitcoin. */
  readonly hash: string
  /** Milliseconds since 1970. */
  readonly sentAt: number
  readonly phase: TransactionPhase
  /** The hash of the transaction that replaced this one, if known. */
  readonly replacedBy?: string | undefined
  /** Why the transaction failed, in the chain's own words, if it states a reason. */
  readonly reason?: string | undefined
  readonly note?: TransactionNote | undefined
}

export interface NodeRequest {
  readonly caipNetworkId: CaipNetworkId
  readonly method: string
  readonly params?: readonly unknown[]
}

export interface ServiceRequest {
  /** Begins with a slash. The constants for it are in `@portico/contracts/services/*`. */
  readonly path: string
  /** Undefined entries are omitted. The project's parameters (services.md §3) are added automatically. */
  readonly query?: Readonly<Record<string, string | undefined>>
  /** Makes the request a POST with a JSON body, to which the project's id is added. */
  readonly body?: object
}

/**
 * Commands of the host for remotes that move or show money. Answers of nodes and services are `unknown`, so the caller
 * has to validate them. Every promise settles. When the signal aborts, the promise rejects with its reason, unless the
 * visitor's wallet has already been asked.
 */
export interface ActingCommands {
  /**
   * Sends a JSON-RPC request to a node of one of the page's networks (EVM, Solana).
   * @throws ModalError `network.notFound`, `service.unreachable`, `node.refused` (`details`: `code`, `reason`, `data`)
   */
  askNode(request: NodeRequest, signal?: AbortSignal): Promise<unknown>
  /**
   * Asks the Esplora server of one of the page's Bitcoin networks. Resolves with JSON, or with text when the answer is
   * not JSON.
   * @throws ModalError `network.notFound`, `service.unreachable`, `node.refused`
   */
  askEsplora(caipNetworkId: CaipNetworkId, path: string, signal?: AbortSignal): Promise<unknown>
  /**
   * @throws ModalError `service.unreachable`, `service.status` (`details`: `status`, `reason`, `code`),
   *   `service.invalidAnswer`
   */
  askService(request: ServiceRequest, signal?: AbortSignal): Promise<unknown>
  /** The swap routers in the signed release index. Empty when it has none. */
  swapRouters(): readonly SwapRouter[]
  /**
   * Loads the holdings of the active account for `selectHoldings`, unless they are recent (rules.md §9: 30 s) and
   * `isForced` is not set. Set it when the visitor asks for them. Never rejects.
   */
  loadHoldings(isForced?: boolean): Promise<void>
  /**
   * Asks the active connection's wallet to sign and send the transaction. Resolves when it is sent. From then on it is
   * in `selectTransactions`, and is tracked across reloads until it is confirmed, failed or replaced.
   * @throws ModalError `transaction.unexpected` when the account or the network no longer matches the request;
   *   `connection.requestRejected`, `connection.requestFailed`; `connection.pending` while the wallet is busy with
   *   another request for this account; `node.refused` when the transaction was signed, but the network rejects it;
   *   `transaction.unknown`, and the embedded wallet's `frame.stillPending` and `frame.stopped`, when the transaction
   *   may have been sent anyway
   */
  send(request: TransactionRequest, note?: TransactionNote): Promise<SentTransaction>
  /** Ends the active connection. @throws ModalError `connection.disconnectFailed` */
  disconnect(): Promise<void>
  /** Reports a visitor's action to subscribers, and to analytics if site and operator allow it (public-api.md §10). */
  track(event: string, properties?: Readonly<Record<string, unknown>>): void
}

const NONE: readonly SentTransaction[] = []

/** Transactions sent from this browser, newest first. */
export const selectTransactions = ({ transactions }: HostState): readonly SentTransaction[] => transactions ?? NONE
