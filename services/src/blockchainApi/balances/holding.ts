import type { CaipNetworkId } from '@portico/contracts'

/** An address's balance of one asset. */
export interface Holding {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** The address as the chain writes it. If absent, the asset is the network's coin. */
  readonly address?: string
  /** In the smallest unit. */
  readonly amount: bigint
  /** The price in US dollars per unit, if the source of the balance knows it. */
  readonly price?: number
}

/**
 * Reads the balance of the network's coin, even if it is zero, and of every token that the address holds.
 * @throws ServiceError `address.malformed`, `chain.unsupported`, `upstream.unavailable`
 */
export type ReadHoldings = (
  caipNetworkId: CaipNetworkId,
  address: string,
  signal?: AbortSignal,
) => Promise<readonly Holding[]>
