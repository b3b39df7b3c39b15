/** Unit prices of assets. Two implementations: the local pools, and a public price service. */
export interface PriceSource {
  /**
   * US dollars per unit, by the CAIP-10 address as requested (the coin of a network by the address that clients use).
   * Unknown prices are absent. Never rejects: balances are useful without prices.
   */
  prices(caipAddresses: readonly string[], signal?: AbortSignal): Promise<ReadonlyMap<string, number>>
}
