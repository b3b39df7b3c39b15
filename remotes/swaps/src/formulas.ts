import { type Decimal, dividedBy, inUnits } from '@portico/contracts/money'

/** chains.md §6.2, in integers. Rounding never promises more than there is. */

const BPS = 10_000n

/** Gas assumed for a swap before it is built. */
export const GAS_BEFORE_BUILD = 150_000n

/** The minimum received for a quote. */
export const leastOf = (quoted: bigint, slippageBps: bigint): bigint => (quoted * (BPS - slippageBps)) / BPS

/** The most of a quote that slippage may cost. */
export const slippageOf = (quoted: bigint, slippageBps: bigint): bigint => quoted - leastOf(quoted, slippageBps)

/** Whether an offer is below the accepted quote by more than the slippage. */
export const isWorse = (quoted: bigint, accepted: bigint, slippageBps: bigint): boolean =>
  quoted < leastOf(accepted, slippageBps)

/** Margin over the estimate: the first swap in a block writes more state than a later one. */
const GAS_MARGIN_PERCENT = 25n
/** Above any of our swaps; a service's higher limit is not believed. */
export const GAS_MAX = 10_000_000n

/** The node's estimate with a margin, or the service's limit if that is higher and plausible. */
export function gasLimitOf(estimated: bigint, said: bigint): bigint {
  const padded = (estimated * (100n + GAS_MARGIN_PERCENT)) / 100n
  return said > padded && said <= GAS_MAX ? said : padded
}

/** Wei. */
export const feeOf = (gas: bigint, gasPrice: bigint): bigint => gas * gasPrice

/** Gas that _Max_ keeps back: the minimum for a swap, or the last plan's gas if that is more. */
export function keptGas(planned: string | undefined): bigint {
  const known = BigInt(planned ?? 0)
  return known > GAS_BEFORE_BUILD ? known : GAS_BEFORE_BUILD
}

/** The balance minus the amount that is kept back. */
export const mostOf = (balance: bigint, kept: bigint): bigint => (balance > kept ? balance - kept : 0n)

/**
 * The value that a swap loses, in hundredths of a percent, rounded up; negative for a gain. Undefined if a price is
 * missing.
 */
export function priceImpact(paid: Decimal | undefined, received: Decimal | undefined): bigint | undefined {
  if (!paid || !received || paid.digits <= 0n) return undefined
  const scale = Math.max(paid.scale, received.scale)
  const [before, after] = [paid, received].map(({ digits, scale: own }) => digits * 10n ** BigInt(scale - own)) as [
    bigint,
    bigint,
  ]
  const lost = (before - after) * BPS
  return lost > 0n ? (lost + before - 1n) / before : lost / before
}

/** Thresholds for a warning and for a second confirmation, in hundredths of a percent. */
const [CAUTION, DANGER] = [300n, 1_000n]
export type ImpactLevel = 'none' | 'caution' | 'danger' | 'unknown'

export function impactLevel(impact: bigint | undefined): ImpactLevel {
  if (impact === undefined) return 'unknown'
  return impact >= DANGER ? 'danger' : impact >= CAUTION ? 'caution' : 'none'
}

/** Significant digits of a rate. */
const RATE_DIGITS = 6

interface Amount {
  readonly amount: bigint
  readonly decimals: number
}

/** The quoted price of one unit in the other token; undefined for a zero amount. */
export function rateOf(paid: Amount, received: Amount): Decimal | undefined {
  const [one, other] = [inUnits(received.amount, received.decimals), inUnits(paid.amount, paid.decimals)]
  for (let scale = RATE_DIGITS; scale <= 30; scale += RATE_DIGITS) {
    const rate = dividedBy(one, other, scale)
    if (!rate || rate.digits >= 10n ** BigInt(RATE_DIGITS - 2)) return rate
  }
  return dividedBy(one, other, 36)
}
