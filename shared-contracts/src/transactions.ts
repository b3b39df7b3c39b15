import type { CaipNetworkId } from './caip.ts'
import type { HostState } from './hostState.ts'
import type { SwapRouter } from './swapRouter.ts'

/**
 * A transaction that the active account is to sign and send. It says who sends it, and where: whoever asks has shown that to
 * the visitor. Amounts are whole numbers in the smallest unit.
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
  /** Its limit, where whoever asks knows better than the wallet what it takes. */
  readonly gas?: bigint
}

export interface SolanaTransactionRequest extends AnyRequest {
  readonly namespace: 'solana'
  /** Legacy or version 0, in base64, signed by nobody or by all but `from`, who pays for it. */
  readonly transaction: string
  /** The last block that takes it: past that, nobody can carry it out any more. */
  readonly lastValidBlockHeight: number
}

export interface BitcoinTransactionRequest extends AnyRequest {
  readonly namespace: 'bip122'
  /** BIP-174, in base64. */
  readonly psbt: string
  /** What it spends, in the order of its inputs; all of it is of `from`. */
  readonly spends: readonly Outpoint[]
}

/** An output of a Bitcoin transaction. */
export interface Outpoint {
  readonly txid: string
  readonly vout: number
}

/**
 * What became of a transaction. `failed`: a block has it, and it has changed nothing (but for its fee). `replaced`: another of
 * the account took its place. `dropped`: no node that was asked knows it any more; it may still be carried out, so nobody is to
 * be told to send it again without looking. One that was sent once more with another fee, by the wallet, is the same payment:
 * its outcome is that of the one in `replacedBy`.
 */
export const TRANSACTION_PHASES = ['pending', 'confirmed', 'failed', 'replaced', 'dropped'] as const
export type TransactionPhase = (typeof TRANSACTION_PHASES)[number]

/** What lists say of a transaction before any indexer knows it. `amount` is a whole number in the smallest unit. */
export interface TransactionNote {
  readonly type: 'send' | 'approve' | 'swap' | 'pay'
  readonly amount: string
  readonly decimals: number
  readonly symbol: string
  /** Who gets it, or may take it. */
  readonly to?: string
  /** Address of the token; absent: the network's own coin. */
  readonly token?: string
}

/** A transaction that was sent from here. */
export interface SentTransaction {
  readonly caipNetworkId: CaipNetworkId
  /** Who sent it. */
  readonly from: string
  /** The hash on EVM, the signature on Solana (base58), the txid on Bitcoin. */
  readonly hash: string
  /** Milliseconds since 1970. */
  readonly sentAt: number
  readonly phase: TransactionPhase
  /** The one that took its place, where that is known. */
  readonly replacedBy?: string | undefined
  /** Why it has failed, in the chain's own words, where it says so. */
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
  /** What is undefined is left out. The project's parameters (services.md §3) come along by themselves. */
  readonly query?: Readonly<Record<string, string | undefined>>
  /** With it the request is a POST, and JSON; the project's id is put into it. */
  readonly body?: object
}

/**
 * What remotes that move or show money ask of the host. Answers of nodes and services are unknown: who asks validates. Every
 * promise settles; a signal that aborts rejects with its reason, except where the visitor's wallet has been asked already.
 */
export interface ActingCommands {
  /**
   * JSON-RPC to a node of a network of the page (EVM, Solana).
   * @throws ModalError `network.notFound`, `service.unreachable`, `node.refused` (`details`: `code`, `reason`, `data`)
   */
  askNode(request: NodeRequest, signal?: AbortSignal): Promise<unknown>
  /**
   * The Esplora server of a Bitcoin network of the page: JSON, or text where the answer is none.
   * @throws ModalError `network.notFound`, `service.unreachable`, `node.refused`
   */
  askEsplora(caipNetworkId: CaipNetworkId, path: string, signal?: AbortSignal): Promise<unknown>
  /** @throws ModalError `service.unreachable`, `service.status` (`details`: `status`, `reason`, `code`), `service.invalidAnswer` */
  askService(request: ServiceRequest, signal?: AbortSignal): Promise<unknown>
  /** What swaps may go through: from the signed release index, and empty where it has none. */
  swapRouters(): readonly SwapRouter[]
  /**
   * Brings `selectHoldings` of the active account up to date (rules.md §9: 30 s). Never rejects; `isForced`: the
   * visitor has asked for it.
   */
  loadHoldings(isForced?: boolean): Promise<void>
  /**
   * Has the wallet of the active connection sign and send it. Resolves when that is done; from then on the transaction is in
   * `selectTransactions` and is followed until it is confirmed, failed or replaced, across reloads.
   * @throws ModalError `transaction.unexpected` where account or network are no longer those of the request,
   *   `connection.requestRejected`, `connection.requestFailed`, `connection.pending` while the wallet is being asked for another
   *   one of this account; `node.refused` where it was signed and the network does not take it; `transaction.unknown` and the
   *   embedded wallet's `frame.stillPending` and `frame.stopped` where it may have been sent all the same
   */
  send(request: TransactionRequest, note?: TransactionNote): Promise<SentTransaction>
  /** Ends the active connection. @throws ModalError `connection.disconnectFailed` */
  disconnect(): Promise<void>
  /** Tells the site's subscribers, and analytics where both sides allow that (public-api.md §10), of what the visitor does. */
  track(event: string, properties?: Readonly<Record<string, unknown>>): void
}

const NONE: readonly SentTransaction[] = []

/** What was sent from this browser, the newest first. */
export const selectTransactions = ({ transactions }: HostState): readonly SentTransaction[] => transactions ?? NONE
