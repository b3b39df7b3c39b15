/** Compute budget and priority fee of a transaction. Prices are in millionths of a lamport per unit. */

export const SIGNATURE_LAMPORTS = 5_000n
const MICRO = 1_000_000n
/**
 * The highest priority fee: what chains.md §5.3 always pays for a transfer of SOL. Other wallets have asked visitors
 * for hundreds of times as much (pitfall 13).
 */
export const PRIORITY_MAX_LAMPORTS = 10_000n

/** A transfer of SOL takes 450 units: 150 per instruction, two of which set the budget. */
export const TRANSFER_UNITS = 500n
/** More than a token transfer takes, with or without a new account (chains.md §5.3). */
export const TOKEN_UNITS_MAX = 400_000n

/** With room for changes before the transaction executes. */
export const paddedUnits = (units: bigint): bigint => {
  const padded = (units * 12n) / 10n + 1_000n
  return padded < TOKEN_UNITS_MAX ? padded : TOKEN_UNITS_MAX
}

/** The market price, up to the cap. */
export function cappedPrice(price: bigint, units: bigint): bigint {
  const most = (PRIORITY_MAX_LAMPORTS * MICRO) / units
  return price < most ? price : most
}

/** Lamports for one signature and the priority fee. Clusters round up. */
export const feeFor = (price: bigint, units: bigint): bigint =>
  SIGNATURE_LAMPORTS + (price * units + MICRO - 1n) / MICRO
