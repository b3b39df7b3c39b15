import type { CaipNetworkId } from '@portico/contracts'

/** What is to be paid, as the chain knows it. */
export interface Bill {
  readonly caipNetworkId: CaipNetworkId
  /** As its chain writes it. */
  readonly recipient: string
  /** A whole number in the smallest unit. */
  readonly amount: string
  readonly token: BillToken
}

export interface BillToken {
  /** Absent: the network's own coin. */
  readonly address?: string | undefined
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

/** As their chain tells addresses apart: those of EVM are written in two ways. Undefined stands for the coin. */
export const isSameAddress = (one: string | undefined, other: string | undefined): boolean =>
  one === other || (one?.startsWith('0x') === true && one.toLowerCase() === other?.toLowerCase())

/** Why it cannot be paid: a message, and what it names. */
export interface BillProblem {
  readonly problem: string
  readonly values?: Readonly<Record<string, string>>
  /** Nobody has answered: asked again, somebody may. */
  readonly isTemporary?: boolean
}
