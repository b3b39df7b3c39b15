import { SOLANA_TOKENS } from '../solanaTokens.ts'

/** The coin's address in swap services. */
const WRAPPED_SOL = 'So11111111111111111111111111111111111111112'

/** An asset of the desk. `program` is the token's program; absent for the coin. */
export interface DeskAsset {
  readonly mint: string
  readonly symbol: string
  readonly decimals: number
  readonly program?: string
}

export const DESK_ASSETS: readonly DeskAsset[] = [
  { mint: WRAPPED_SOL, symbol: 'SOL', decimals: 9 },
  ...SOLANA_TOKENS.map(({ address, symbol, decimals, program }) => ({ mint: address, symbol, decimals, program })),
]

/** Made-up prices in millionths of a US dollar per unit. */
export const FIRST_PRICES: Readonly<Record<string, bigint>> = { SOL: 150_000_000n, USDC: 1_000_000n, PTS: 250_000n }

export const assetOf = (mint: string): DeskAsset | undefined => DESK_ASSETS.find((asset) => asset.mint === mint)

type Prices = ReadonlyMap<string, bigint>

const priceOf = (prices: Prices, { symbol }: DeskAsset) => prices.get(symbol) ?? 0n

/** The received amount in the smallest unit of `to`, rounded down. */
export function receivedFor(amount: bigint, from: DeskAsset, to: DeskAsset, prices: Prices): bigint {
  const divisor = priceOf(prices, to) * 10n ** BigInt(from.decimals)
  return divisor === 0n ? 0n : (amount * priceOf(prices, from) * 10n ** BigInt(to.decimals)) / divisor
}

/** The resolution of a rate. */
const RATE_UNIT = 1_000_000n

/** The rate, in millionths of a whole `to` per whole `from`. */
export function rateOf(from: DeskAsset, to: DeskAsset, prices: Prices): bigint {
  const price = priceOf(prices, to)
  return price === 0n ? 0n : (priceOf(prices, from) * RATE_UNIT) / price
}

/** The lowest rate that yields a received amount, rounded down: at this rate and above, the desk honors the amount. */
export const rateFor = (received: bigint, amount: bigint, from: DeskAsset, to: DeskAsset): bigint =>
  (received * 10n ** BigInt(from.decimals) * RATE_UNIT) / (amount * 10n ** BigInt(to.decimals))
