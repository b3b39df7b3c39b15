/** The picture of a token, from the registry at the same origin (services.md §4.3). */
export const tokenIcon = (origin: string, symbol: string): string =>
  `${origin}/public/getTokenImage/${encodeURIComponent(symbol)}`
