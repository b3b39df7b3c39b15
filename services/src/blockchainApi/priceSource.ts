/** The unit prices of assets, from the operator's pools or a public price service. */
export interface PriceSource {
  /**
   * The prices in US dollars per unit, keyed by the CAIP-10 address exactly as requested (for a network's coin, the
   * address that clients use). Unknown prices are absent. Never rejects, because balances are useful without prices.
   */
  prices(caipAddresses: readonly string[], signal?: AbortSignal): Promise<ReadonlyMap<string, number>>
}
