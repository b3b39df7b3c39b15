import type { ActingCommands, Holding, Network, TransactionRequest } from '@portico/contracts'
import type { SolanaNote, SolanaObstacle } from '@portico/contracts/solana'

/** Bitcoin: how soon a block shall have it. The dearest last. */
export const FEE_SPEEDS = ['slow', 'normal', 'fast'] as const
export type FeeSpeed = (typeof FEE_SPEEDS)[number]

/** What is to be sent. */
export interface Transfer {
  readonly network: Network
  readonly from: string
  readonly to: string
  /** The token, as far as it matters for the transaction. */
  readonly token: Pick<Holding, 'address' | 'decimals'>
  /** In the smallest unit. */
  readonly amount: bigint
  /** Of `from`, in hexadecimal, where the wallet has told it: some addresses of Bitcoin cannot be spent from without it. */
  readonly publicKey?: string | undefined
  /** ERC-4337: what is sent is an operation, which takes more gas than the call that it is for. */
  readonly isSmartAccount?: boolean | undefined
  /** Bitcoin; absent: normal. */
  readonly speed?: FeeSpeed | undefined
}

/** What is to be known beside the fee. Amounts are in the smallest unit: of the network's coin, or of the token where it says so. */
export type PlanNote =
  | SolanaNote
  /** Bitcoin: too little to come back as change. `amount` is in the fee. */
  | { readonly type: 'changeIsFee'; readonly amount: bigint }
  /** Bitcoin: the fee, `amount`, is more than a tenth of what is sent. */
  | { readonly type: 'dearFee'; readonly amount: bigint }
  /** Bitcoin: the server asks for more than blocks have ever cost for long. The fee, `amount`, is of the most that is paid. */
  | { readonly type: 'cutFee'; readonly amount: bigint }

/** Why it cannot be sent. Amounts are in the smallest unit of the network's coin, or of the token where it says so. */
export type Obstacle =
  /** The first three of these are on the other families too: what is in no block yet cannot be sent there either. */
  | SolanaObstacle
  /** Bitcoin: nothing is known of what the account's address stands for, but its hash. */
  | { readonly type: 'unsupportedAccount' }

/** What the same payment costs when it shall be carried out that soon. */
export interface SpeedCosts {
  readonly speed: FeeSpeed
  /** Thousandths of a satoshi for a virtual byte. */
  readonly rate: bigint
  /** A block within so many is expected to have it. */
  readonly blocks: number
  /** Satoshis. What there is may not suffice for it. */
  readonly fee: bigint
}

interface Costs {
  /** Of the network's own coin, in its smallest unit, at most: everything that leaves the account beside the amount. */
  readonly fee: bigint
  readonly notes: readonly PlanNote[]
  /** The cheapest first. Absent where there is nothing to choose. */
  readonly speeds?: readonly SpeedCosts[] | undefined
}

/** A transaction that is ready to be signed. */
interface ReadyPlan extends Costs {
  readonly request: TransactionRequest
}

/** One that would fail, or lose what is sent. */
interface BlockedPlan extends Costs {
  readonly obstacle: Obstacle
}

export type Plan = ReadyPlan | BlockedPlan

export type Asking = Pick<ActingCommands, 'askNode' | 'askEsplora'>

/** What a chain family has to know to send. */
export interface SendFamily {
  /**
   * Builds the transaction.
   * @throws ModalError `node.refused` where it would fail, `service.unreachable`, `service.invalidAnswer`,
   *   `transaction.unexpected` where the token is not what it was said to be
   */
  plan(transfer: Transfer, ask: Asking, signal: AbortSignal): Promise<Plan>
  /**
   * The most that can be sent: what `amount` says there is, without what has to stay.
   * @param transfer `to`: where that is known
   */
  most(transfer: Omit<Transfer, 'to'> & { readonly to?: string }, ask: Asking, signal: AbortSignal): Promise<bigint>
}
