import type { CaipNetworkId } from './caip.ts'
import type { SerializedError } from './errors.ts'
import { type Account, accountKey, type HostState } from './hostState.ts'

/** What an account has of one token, on one network. */
export interface Holding {
  readonly caipNetworkId: CaipNetworkId
  /** As the chain writes it. Absent: the network's own coin. */
  readonly address?: string | undefined
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** A whole number in the smallest unit. */
  readonly amount: string
  /** Of one, in US dollars: a decimal number (`@portico/contracts/money`). Absent: nobody has named one. */
  readonly price?: string | undefined
  /** From the services' own origin. */
  readonly iconUrl?: string | undefined
}

/** What is known of the holdings of one account. After a failure, `value` is what was known before. */
export interface Holdings {
  readonly value?: readonly Holding[]
  readonly error?: SerializedError | undefined
  readonly isLoading: boolean
}

/** Undefined until somebody has asked for them (`ActingCommands.loadHoldings`). */
export const selectHoldings = ({ holdings }: HostState, account: Account | undefined): Holdings | undefined =>
  account && holdings?.[accountKey(account)]
