import type { CaipNetworkId } from '@portico/contracts'

/** An address's balance of one asset. */
export interface Holding {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** In the chain's spelling. Absent: the coin of the network. */
  readonly address?: string
  /** In the smallest unit. */
  readonly amount: bigint
  /** US dollars per unit, if the source of the balance knows them. */
  readonly price?: number
}

/**
 * The coin of the network, even with a balance of zero, and every token with a balance.
 * @throws ServiceError `address.malformed`, `chain.unsupported`, `upstream.unavailable`
 */
export type ReadHoldings = (
  caipNetworkId: CaipNetworkId,
  address: string,
  signal?: AbortSignal,
) => Promise<readonly Holding[]>
