import type { CaipNetworkId } from '@portico/contracts'

/** What is to be paid, as read from the chain. */
export interface Bill {
  readonly caipNetworkId: CaipNetworkId
  /** The address in the chain's own notation. */
  readonly recipient: string
  /** An integer in the smallest unit. */
  readonly amount: string
  readonly token: BillToken
}

export interface BillToken {
  /** Absent for the network's own coin. */
  readonly address?: string | undefined
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

/** Compares addresses as their chain does: EVM ignores case. Undefined is the coin. */
export const isSameAddress = (one: string | undefined, other: string | undefined): boolean =>
  one === other || (one?.startsWith('0x') === true && one.toLowerCase() === other?.toLowerCase())

/** Why the bill cannot be paid: a message and its parameters. */
export interface BillProblem {
  readonly problem: string
  readonly values?: Readonly<Record<string, string>>
  /** No node answered, so retrying may help. */
  readonly isTemporary?: boolean
}
