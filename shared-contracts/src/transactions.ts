import type { CaipNetworkId } from './caip.ts'
import type { HostState } from './hostState.ts'
import type { SwapRouter } from './swapRouter.ts'

/**
 * A transaction for the active account to sign and send. It names sender and network: the caller has shown both to the
 * visitor. Amounts are integers in the smallest unit.
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
  /** The gas limit, when the caller knows it better than the wallet. */
  readonly gas?: bigint
}

export interface SolanaTransactionRequest extends AnyRequest {
  readonly namespace: 'solana'
  /** Legacy or version 0, in base64, unsigned or signed by all but `from`, who pays the fee. */
  readonly transaction: string
  /** The last block that accepts it; after that it can no longer execute. */
  readonly lastValidBlockHeight: number
}

export interface BitcoinTransactionRequest extends AnyRequest {
  readonly namespace: 'bip122'
  /** BIP-174, in base64. */
  readonly psbt: string
  /** The outputs it spends, in input order; all belong to `from`. */
  readonly spends: readonly Outpoint[]
}

/** An output of a Bitcoin transaction. */
export interface Outpoint {
  readonly txid: string
  readonly vout: number
}

/**
 * The outcome of a transaction. `failed`: in a block, but it changed nothing (except for its fee). `replaced`: another
 * transaction of the account took its place. `dropped`: no queried node knows it any more; it may still execute, so
 * never tell the visitor to send it again without looking. A transaction that the wallet resent with another fee is the
 * same payment: its outcome is that of the one in `replacedBy`.
 */
export const TRANSACTION_PHASES = ['pending', 'confirmed', 'failed', 'replaced', 'dropped'] as const
export type TransactionPhase = (typeof TRANSACTION_PHASES)[number]

/** What lists show of a transaction before any indexer knows it. `amount` is an integer in the smallest unit. */
export interface TransactionNote {
  readonly type: 'send' | 'approve' | 'swap' | 'pay'
  readonly amount: string
  readonly decimals: number
  readonly symbol: string
  /** The receiver or the spender. */
  readonly to?: string
  /** Address of the token; absent: the network's own coin. */
  readonly token?: string
}

/** A transaction sent from here. */
export interface SentTransaction {
  readonly caipNetworkId: CaipNetworkId
  /** The sender. */
  readonly from: string
  /** The hash on EVM, the signature on Solana (base58), the txid on Bitcoin. */
  readonly hash: string
  /** Milliseconds since 1970. */
  readonly sentAt: number
  readonly phase: TransactionPhase
  /** The transaction that replaced it, if known. */
  readonly replacedBy?: string | undefined
  /** Why it failed, in the chain's own words, if stated. */
  readonly reason?: string | undefined
  readonly note?: TransactionNote | undefined
}

export interface NodeRequest {
  readonly caipNetworkId: CaipNetworkId
  readonly method: string
  readonly params?: readonly unknown[]
}

export interface ServiceRequest {
  /** Begins with a slash; constants are in `@portico/contracts/services/*`. */
  readonly path: string
  /** Undefined entries are omitted. The project's parameters (services.md §3) are added automatically. */
  readonly query?: Readonly<Record<string, string | undefined>>
  /** Makes the request a POST with JSON; the project's id is added to the body. */
  readonly body?: object
}

/**
 * What remotes that move or show money ask of the host. Answers of nodes and services are `unknown`: the caller
 * validates them. Every promise settles; an aborted signal rejects with its reason, unless the visitor's wallet was
 * asked already.
 */
export interface ActingCommands {
  /**
   * JSON-RPC to a node of one of the page's networks (EVM, Solana).
   * @throws ModalError `network.notFound`, `service.unreachable`, `node.refused` (`details`: `code`, `reason`, `data`)
   */
  askNode(request: NodeRequest, signal?: AbortSignal): Promise<unknown>
  /**
   * The Esplora server of one of the page's Bitcoin networks: JSON, or text when the answer is not JSON.
   * @throws ModalError `network.notFound`, `service.unreachable`, `node.refused`
   */
  askEsplora(caipNetworkId: CaipNetworkId, path: string, signal?: AbortSignal): Promise<unknown>
  /**
   * @throws ModalError `service.unreachable`, `service.status` (`details`: `status`, `reason`, `code`),
   *   `service.invalidAnswer`
   */
  askService(request: ServiceRequest, signal?: AbortSignal): Promise<unknown>
  /** The signed release index's swap routers; empty when it has none. */
  swapRouters(): readonly SwapRouter[]
  /**
   * Updates `selectHoldings` of the active account (rules.md §9: 30 s). Never rejects; `isForced`: at the visitor's
   * request.
   */
  loadHoldings(isForced?: boolean): Promise<void>
  /**
   * Asks the active connection's wallet to sign and send. Resolves once sent; from then on the transaction is in
   * `selectTransactions` and is tracked until it is confirmed, failed or replaced, across reloads.
   * @throws ModalError `transaction.unexpected` when account or network no longer match the request,
   *   `connection.requestRejected`, `connection.requestFailed`, `connection.pending` while the wallet is busy with
   *   another request of this account; `node.refused` when it was signed and the network rejects it;
   *   `transaction.unknown` and the embedded wallet's `frame.stillPending` and `frame.stopped` when it may have been
   *   sent anyway
   */
  send(request: TransactionRequest, note?: TransactionNote): Promise<SentTransaction>
  /** Ends the active connection. @throws ModalError `connection.disconnectFailed` */
  disconnect(): Promise<void>
  /**
   * Reports the visitor's action to the site's subscribers, and to analytics if both sides allow that
   * (public-api.md §10).
   */
  track(event: string, properties?: Readonly<Record<string, unknown>>): void
}

const NONE: readonly SentTransaction[] = []

/** Transactions sent from this browser, newest first. */
export const selectTransactions = ({ transactions }: HostState): readonly SentTransaction[] => transactions ?? NONE
