/** The unit prices of assets, from the operator's pools or a public price service. */
export interface PriceSource {
  /**
   * The prices in US dollars per unit, by the CAIP-10 address as requested (for the coin of a network, the address that
   * clients use). Unknown prices are absent. Never rejects, because balances are useful without prices.
   */
  prices(caipAddresses: readonly string[], signal?: AbortSignal): Promise<ReadonlyMap<string, number>>
}
