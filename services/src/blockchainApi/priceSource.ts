/** What one of something costs. Two implementations: of the local pools, and of a public price service. */
export interface PriceSource {
  /**
   * US dollars of one, by the CAIP-10 address as it was asked for (the coin of a network by the address that clients know
   * it by). What has no known price is absent. Never rejects: without prices there are still balances.
   */
  prices(caipAddresses: readonly string[], signal?: AbortSignal): Promise<ReadonlyMap<string, number>>
}
