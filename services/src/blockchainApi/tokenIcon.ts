/** The address of a token's icon, which the registry serves from the same origin (services.md §4.3). */
export const tokenIcon = (origin: string, symbol: string): string =>
  `${origin}/public/getTokenImage/${encodeURIComponent(symbol)}`
