import type { ActingCommands, Network, TransactionRequest } from '@portico/contracts'
import type { SwapRouter } from '@portico/contracts/services/swapRouters'
import { type Bill, type BillToken, isSameAddress } from '../bill/bill.ts'

/** Who pays what, and with what. */
export interface Wish {
  readonly bill: Bill
  readonly network: Network
  /** Whose. */
  readonly account: string
  /** What is paid with: the very asset of the bill, or one that is swapped for it. */
  readonly source: BillToken
}

/** Why it cannot be paid so. Amounts are in the smallest unit. */
export type Obstacle =
  /** Of what is paid with. */
  | { readonly type: 'tooLittle'; readonly missing: bigint }
  /** Of the coin that the fee is paid in. */
  | { readonly type: 'noFee' }
  /** Nothing would be paid. */
  | { readonly type: 'ownAddress' }
  /** Nobody swaps the one for the other, here and now. */
  | { readonly type: 'noRoute' }
  /** Solana: an account keeps at least so much of the coin, or nothing; the payer's would have less left. */
  | { readonly type: 'leavesTooLittle'; readonly least: bigint }
  /** Solana: nobody can be paid less of the coin than this at an address where nothing is yet. */
  | { readonly type: 'belowLeast'; readonly least: bigint }
  /** Solana: what is paid to an account of a token, a mint or a program does not reach anybody. */
  | { readonly type: 'notAWallet' }
  /** Solana: the account that the recipient would have for the token has been given away. */
  | { readonly type: 'accountTaken' }
  /** Solana: the token cannot be moved at all, or only with a program of its own. */
  | { readonly type: 'unsupportedToken' }
  /** Token-2022: a part of every payment stays with whoever made the token, so less than is owed would arrive. */
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
  /** Of `source`: at most, in its smallest unit. */
  readonly most: bigint
  /** Of the network's coin, at most. */
  readonly fee: bigint
  /** Solana: what the recipient's first account for the token costs; it is in the fee. */
  readonly deposit?: bigint | undefined
  /** What others keep of it. */
  readonly fees: readonly Fee[]
  /** Whose contract is called. */
  readonly router?: SwapRouter | undefined
  /** How long it takes, as whoever quoted it says. */
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
