import type { ActingCommands, Network, TransactionRequest } from '@portico/contracts'
import type { SwapRouter } from '@portico/contracts/services/swapRouters'
import { type Bill, type BillToken, isSameAddress } from '../bill/bill.ts'

/** Who pays which bill, and with which asset. */
export interface Wish {
  readonly bill: Bill
  readonly network: Network
  /** The payer's address. */
  readonly account: string
  /** The asset to pay with: the bill's own asset, or an asset that is swapped for it. */
  readonly source: BillToken
}

/** Why the bill cannot be paid this way. Amounts are in the smallest unit. */
export type Obstacle =
  /** Too little of the source asset. */
  | { readonly type: 'tooLittle'; readonly missing: bigint }
  /** Too little of the coin that pays the fee. */
  | { readonly type: 'noFee' }
  /** The recipient is the payer. */
  | { readonly type: 'ownAddress' }
  /** There is currently no swap route between the two assets. */
  | { readonly type: 'noRoute' }
  /** Solana: the payer's balance would fall below the minimum that an account must keep. */
  | { readonly type: 'leavesTooLittle'; readonly least: bigint }
  /** Solana: too small a coin payment to create the recipient's account. */
  | { readonly type: 'belowLeast'; readonly least: bigint }
  /** Solana: the recipient is a token account, a mint or a program, where the payment would be lost. */
  | { readonly type: 'notAWallet' }
  /** Solana: the recipient's associated token account belongs to someone else. */
  | { readonly type: 'accountTaken' }
  /** Solana: the token is non-transferable, or needs its own program to move. */
  | { readonly type: 'unsupportedToken' }
  /** Token-2022: a transfer fee is withheld, so less than the amount due would arrive. */
  | { readonly type: 'keepsPart' }

export interface Fee {
  readonly label: string
  readonly amount: bigint
  readonly symbol: string
  readonly decimals: number
}

export interface ReadyPlan {
  readonly step: 'approve' | 'pay'
  readonly wish: Wish
  readonly request: TransactionRequest
  /** The most of `source` that is paid, in its smallest unit. */
  readonly most: bigint
  /** The most that is paid as fees, in the network's coin. */
  readonly fee: bigint
  /** Solana: the rent for the recipient's token account; included in the fee. */
  readonly deposit?: bigint | undefined
  /** Fees that others keep. */
  readonly fees: readonly Fee[]
  /** The router that is called. */
  readonly router?: SwapRouter | undefined
  /** Estimated duration, according to the quote. */
  readonly seconds?: number | undefined
  /** Milliseconds since 1970. */
  readonly at: number
}

interface BlockedPlan {
  readonly obstacle: Obstacle
}

export type Plan = ReadyPlan | BlockedPlan
export type Asking = Pick<ActingCommands, 'askNode' | 'askService' | 'swapRouters'>

export const isDirect = ({ bill, source }: Pick<Wish, 'bill' | 'source'>): boolean =>
  isSameAddress(bill.token.address, source.address)
