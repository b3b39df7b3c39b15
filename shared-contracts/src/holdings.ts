import type { CaipNetworkId } from './caip.ts'
import type { SerializedError } from './errors.ts'
import { type Account, accountKey, type HostState } from './hostState.ts'

/** An account's holding of one token on one network. */
export interface Holding {
  readonly caipNetworkId: CaipNetworkId
  /** As the chain writes it. Absent: the network's own coin. */
  readonly address?: string | undefined
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** A whole number in the smallest unit. */
  readonly amount: string
  /** The price of one, in US dollars: a decimal number (`@portico/contracts/money`). Absent when unknown. */
  readonly price?: string | undefined
  /** From the services' own origin. */
  readonly iconUrl?: string | undefined
}

/** What is known about an account's holdings. After a failure, `value` is the previous one. */
export interface Holdings {
  readonly value?: readonly Holding[]
  readonly error?: SerializedError | undefined
  readonly isLoading: boolean
}

/** Undefined until they have been requested (`ActingCommands.loadHoldings`). */
export const selectHoldings = ({ holdings }: HostState, account: Account | undefined): Holdings | undefined =>
  account && holdings?.[accountKey(account)]
