const SATOSHIS = 100_000_000

/** The node writes amounts as JSON numbers of coins with up to eight decimal places. */
export const toSatoshis = (coins: number): number => Math.round(coins * SATOSHIS)

/** The node accepts amounts as text. */
export function toCoins(satoshis: bigint): string {
  const digits = satoshis.toString().padStart(9, '0')
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`
}
