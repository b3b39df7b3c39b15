import type { ActingCommands, Holding, Network, TransactionRequest } from '@portico/contracts'
import type { SolanaNote, SolanaObstacle } from '@portico/contracts/solana'

/** Bitcoin: how soon a block should include the transaction; most expensive last. */
export const FEE_SPEEDS = ['slow', 'normal', 'fast'] as const
export type FeeSpeed = (typeof FEE_SPEEDS)[number]

/** The transfer that the visitor wants to make. */
export interface Transfer {
  readonly network: Network
  readonly from: string
  readonly to: string
  /** The token data that the transaction depends on. */
  readonly token: Pick<Holding, 'address' | 'decimals'>
  /** In the smallest unit. */
  readonly amount: bigint
  /** Public key of `from` in hexadecimal, if the wallet shared it. Some Bitcoin addresses need it to be spent. */
  readonly publicKey?: string | undefined
  /** ERC-4337: the transfer becomes an operation, which needs more gas than the call. */
  readonly isSmartAccount?: boolean | undefined
  /** Bitcoin only; `normal` if absent. */
  readonly speed?: FeeSpeed | undefined
}

/** Notes to show with the fee. Amounts are in the coin's smallest unit, or in the token's where noted. */
export type PlanNote =
  | SolanaNote
  /** Bitcoin: the rest, `amount`, is too small for change and goes to the fee. */
  | { readonly type: 'changeIsFee'; readonly amount: bigint }
  /** Bitcoin: the fee, `amount`, exceeds a tenth of what is sent. */
  | { readonly type: 'dearFee'; readonly amount: bigint }
  /** Bitcoin: the server's estimate was excessive, so the fee, `amount`, uses the maximum rate. */
  | { readonly type: 'cutFee'; readonly amount: bigint }

/** Why the transfer cannot be sent. Amounts are in the coin's smallest unit, or in the token's where noted. */
export type Obstacle =
  /**
   * The first three also occur on other families. On Bitcoin, `onlyPart` also means that unconfirmed payments by others
   * cannot be sent yet.
   */
  | SolanaObstacle
  /** Bitcoin: the script behind the account's address is unknown. */
  | { readonly type: 'unsupportedAccount' }

/** The cost of the same payment at a given speed. */
export interface SpeedCosts {
  readonly speed: FeeSpeed
  /** Thousandths of a satoshi per virtual byte. */
  readonly rate: bigint
  /** The number of blocks within which the payment is expected to confirm. */
  readonly blocks: number
  /** The fee in satoshis, which the balance might not cover. */
  readonly fee: bigint
}

interface Costs {
  /** Maximum in the network's coin, in its smallest unit: everything that leaves the account besides the amount. */
  readonly fee: bigint
  readonly notes: readonly PlanNote[]
  /** Cheapest first. Absent if there is no choice. */
  readonly speeds?: readonly SpeedCosts[] | undefined
}

/** A transaction ready to be signed. */
interface ReadyPlan extends Costs {
  readonly request: TransactionRequest
}

/** A transaction that would fail, or lose what is sent. */
interface BlockedPlan extends Costs {
  readonly obstacle: Obstacle
}

export type Plan = ReadyPlan | BlockedPlan

export type Asking = Pick<ActingCommands, 'askNode' | 'askEsplora'>

/** A chain family's implementation of sending. */
export interface SendFamily {
  /**
   * Builds the transaction.
   * @throws ModalError `node.refused` if the transaction would fail, `service.unreachable`, `service.invalidAnswer`,
   *   `transaction.unexpected` if the token differs from its description
   */
  plan(transfer: Transfer, ask: Asking, signal: AbortSignal): Promise<Plan>
  /**
   * The maximum that can be sent: the balance in `amount` minus what must stay in the account.
   * @param transfer has `to` if the receiver is known
   */
  most(transfer: Omit<Transfer, 'to'> & { readonly to?: string }, ask: Asking, signal: AbortSignal): Promise<bigint>
}
