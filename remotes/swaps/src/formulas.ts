import { type Decimal, dividedBy, inUnits } from '@portico/contracts/money'

/** chains.md §6.2, with whole numbers. What is rounded is rounded so that nobody is promised more than there is. */

const BPS = 10_000n

/** Units of gas that are reckoned with before a swap has been built. */
export const GAS_BEFORE_BUILD = 150_000n

/** Of what is quoted, so much is received at least. */
export const leastOf = (quoted: bigint, slippageBps: bigint): bigint => (quoted * (BPS - slippageBps)) / BPS

/** Of what is quoted, so much may be lost at most. */
export const slippageOf = (quoted: bigint, slippageBps: bigint): bigint => quoted - leastOf(quoted, slippageBps)

/** Whether less is offered than the slippage, which the visitor has agreed to, would have made of what they have seen. */
export const isWorse = (quoted: bigint, accepted: bigint, slippageBps: bigint): boolean =>
  quoted < leastOf(accepted, slippageBps)

/** What a wallet's own estimate may lack: the first swap of a block writes more than the same one later in it. */
const GAS_MARGIN_PERCENT = 25n
/** No swap of ours takes more. A service that says so is not believed. */
export const GAS_MAX = 10_000_000n

/** The limit is what the node says, with a margin; what the service says counts where it is more, and sane. */
export function gasLimitOf(estimated: bigint, said: bigint): bigint {
  const padded = (estimated * (100n + GAS_MARGIN_PERCENT)) / 100n
  return said > padded && said <= GAS_MAX ? said : padded
}

/** Wei. */
export const feeOf = (gas: bigint, gasPrice: bigint): bigint => gas * gasPrice

/** Units of gas that _Max_ keeps back: what a swap takes at least, or the one that was planned last where that is more. */
export function keptGas(planned: string | undefined): bigint {
  const known = BigInt(planned ?? 0)
  return known > GAS_BEFORE_BUILD ? known : GAS_BEFORE_BUILD
}

/** All there is but what is kept back. */
export const mostOf = (balance: bigint, kept: bigint): bigint => (balance > kept ? balance - kept : 0n)

/**
 * What a swap loses of its worth, in hundredths of a percent, rounded up; negative where it gains. Undefined where a price is
 * missing: nothing can be said then.
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

/** From here on a visitor is warned, and from there on asked twice. In hundredths of a percent. */
const [CAUTION, DANGER] = [300n, 1_000n]
export type ImpactLevel = 'none' | 'caution' | 'danger' | 'unknown'

export function impactLevel(impact: bigint | undefined): ImpactLevel {
  if (impact === undefined) return 'unknown'
  return impact >= DANGER ? 'danger' : impact >= CAUTION ? 'caution' : 'none'
}

/** Digits of a rate behind the point: those that count. */
const RATE_DIGITS = 6

interface Amount {
  readonly amount: bigint
  readonly decimals: number
}

/** How much of the one is given for one of the other, as it was quoted; undefined for nothing. */
export function rateOf(paid: Amount, received: Amount): Decimal | undefined {
  const [one, other] = [inUnits(received.amount, received.decimals), inUnits(paid.amount, paid.decimals)]
  for (let scale = RATE_DIGITS; scale <= 30; scale += RATE_DIGITS) {
    const rate = dividedBy(one, other, scale)
    if (!rate || rate.digits >= 10n ** BigInt(RATE_DIGITS - 2)) return rate
  }
  return dividedBy(one, other, 36)
}
