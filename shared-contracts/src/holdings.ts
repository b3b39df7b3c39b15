import type { CaipNetworkId } from './caip.ts'
import type { SerializedError } from './errors.ts'
import { type Account, accountKey, type HostState } from './hostState.ts'

/** An account's holding of a token on a network. */
export interface Holding {
  readonly caipNetworkId: CaipNetworkId
  /** The token's address as the chain writes it. Absent for the network's own coin. */
  readonly address?: string | undefined
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** A whole number, in the token's smallest unit. */
  readonly amount: string
  /** The price of one token in US dollars, as a decimal number (`@portico/contracts/money`). Absent when unknown. */
  readonly price?: string | undefined
  /** A picture on the services' own origin. */
  readonly iconUrl?: string | undefined
}

/** What is known about an account's holdings. After a failure, `value` is the last known value. */
export interface Holdings {
  readonly value?: readonly Holding[]
  readonly error?: SerializedError | undefined
  readonly isLoading: boolean
}

/** Undefined until the holdings have been requested (`ActingCommands.loadHoldings`). */
export const selectHoldings = ({ holdings }: HostState, account: Account | undefined): Holdings | undefined =>
  account && holdings?.[accountKey(account)]
