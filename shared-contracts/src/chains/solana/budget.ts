/** What a transaction may compute, and what is offered for it to be preferred. Prices are millionths of a lamport for a unit. */

export const SIGNATURE_LAMPORTS = 5_000n
const MICRO = 1_000_000n
/**
 * The most that is offered to be preferred: what chains.md §5.3 always pays for a transfer of SOL. Others have asked the visitor
 * for hundreds of times as much (pitfall 13).
 */
export const PRIORITY_MAX_LAMPORTS = 10_000n

/** A transfer of SOL takes 450: 150 for each instruction, of which two say the budget itself. */
export const TRANSFER_UNITS = 500n
/** More than a transfer of tokens takes, with and without a new account (chains.md §5.3). */
export const TOKEN_UNITS_MAX = 400_000n

/** With room for what may be different when it is carried out. */
export const paddedUnits = (units: bigint): bigint => {
  const padded = (units * 12n) / 10n + 1_000n
  return padded < TOKEN_UNITS_MAX ? padded : TOKEN_UNITS_MAX
}

/** What others pay, as far as that is not too much. */
export function cappedPrice(price: bigint, units: bigint): bigint {
  const most = (PRIORITY_MAX_LAMPORTS * MICRO) / units
  return price < most ? price : most
}

/** Lamports: a signature, and what is offered for the units. Clusters round up. */
export const feeFor = (price: bigint, units: bigint): bigint =>
  SIGNATURE_LAMPORTS + (price * units + MICRO - 1n) / MICRO
