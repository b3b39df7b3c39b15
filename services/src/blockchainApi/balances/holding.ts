import type { CaipNetworkId } from '@portico/contracts'

/** What an address owns of one thing. */
export interface Holding {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** As the chain writes it. Absent: the coin of the network. */
  readonly address?: string
  /** In the smallest unit. */
  readonly amount: bigint
  /** US dollars of one, where the source of the balance happens to know them. */
  readonly price?: number
}

/**
 * The coin of the network, also when nothing is owned of it, and every token of which something is owned.
 * @throws ServiceError `address.malformed`, `chain.unsupported`, `upstream.unavailable`
 */
export type ReadHoldings = (
  caipNetworkId: CaipNetworkId,
  address: string,
  signal?: AbortSignal,
) => Promise<readonly Holding[]>
