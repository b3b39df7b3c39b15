/** The compute budget and the priority fee of a transaction. Prices are in millionths of a lamport per unit. */

export const SIGNATURE_LAMPORTS = 5_000n
const MICRO = 1_000_000n
/**
 * The highest priority fee, which is what a transfer of SOL always pays according to chains.md §5.3. Other wallets have
 * asked visitors for hundreds of times as much (pitfall 13).
 */
export const PRIORITY_MAX_LAMPORTS = 10_000n

/** A transfer of SOL takes 450 units: 150 for each of three instructions, two of which set the budget. */
export const TRANSFER_UNITS = 500n
/** More units than a token transfer takes, whether or not it opens an account (chains.md §5.3). */
export const TOKEN_UNITS_MAX = 400_000n

/** Adds units, because the cluster's state may change before the transaction is executed. */
export const paddedUnits = (units: bigint): bigint => {
  const padded = (units * 12n) / 10n + 1_000n
  return padded < TOKEN_UNITS_MAX ? padded : TOKEN_UNITS_MAX
}

/** The market price, but never more than the highest priority fee allows. */
export function cappedPrice(price: bigint, units: bigint): bigint {
  const most = (PRIORITY_MAX_LAMPORTS * MICRO) / units
  return price < most ? price : most
}

/** The fee, in lamports, for one signature and the priority. Clusters round it up. */
export const feeFor = (price: bigint, units: bigint): bigint =>
  SIGNATURE_LAMPORTS + (price * units + MICRO - 1n) / MICRO
