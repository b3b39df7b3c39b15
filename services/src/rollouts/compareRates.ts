/**
 * A sequential test of whether a rollout fails more often than stable. It may be looked at after every report, for as
 * long as one likes (decision 0056).
 *
 * Each block of new loads multiplies the evidence by how much better "the rollout fails twice as often" explains it than
 * "both fail at the same rate". If the rollout is no worse, the evidence is expected not to grow, whatever the rates are;
 * by Ville's inequality, it then ever reaches `THRESHOLD` with a probability of at most 1 / `THRESHOLD`. (Turner, Ly and
 * Grünwald, "Generic E-variables for exact sequential k-sample tests that allow for optional stopping", 2021.)
 */

/** At most one in two hundred rollouts that are no worse than stable is ever called worse. */
export const THRESHOLD = 200
export const LOG_THRESHOLD = Math.log(THRESHOLD)

/** The difference that the test is made for: twice the rate. It also finds larger ones, and it finds them sooner. */
const RATIO = 2

export interface Outcomes {
  readonly loads: number
  /** At most as many as loads. */
  readonly failures: number
}

export interface BothSides {
  readonly rollout: Outcomes
  readonly stable: Outcomes
}

/** What is assumed before any load has been seen: one failure in a hundred, with the weight of fifty loads. */
const ASSUMED: Outcomes = { loads: 50, failures: 0.5 }

const logLikelihood = ({ loads, failures }: Outcomes, rate: number) =>
  failures * Math.log(rate) + (loads - failures) * Math.log1p(-rate)

/**
 * The logarithm of the factor by which a block of new loads changes the evidence.
 * @param before what the evidence already contains: only this may decide what is expected of the block
 */
export function logFactor(before: BothSides, { rollout, stable }: BothSides): number {
  const loads = rollout.loads + stable.loads
  if (loads === 0) return 0
  // The rate of stable if the rollout has `RATIO` times that rate, and both together what has been seen.
  const seen = before.rollout.loads + before.stable.loads
  const weight = seen ? (before.stable.loads + RATIO * before.rollout.loads) / seen : 1
  const pooled = (before.rollout.failures + before.stable.failures + ASSUMED.failures) / (seen + ASSUMED.loads)
  const low = pooled / weight
  const high = Math.min(RATIO * low, (1 + low) / 2)
  const same = (rollout.loads * high + stable.loads * low) / loads
  const total = { loads, failures: rollout.failures + stable.failures }
  return logLikelihood(rollout, high) + logLikelihood(stable, low) - logLikelihood(total, same)
}

const BLOCK_LOADS_MIN = 50

/**
 * Whether there are enough new loads for a block. A block with loads of one side only says nothing about the other, so
 * few loads wait for more. This must not depend on how many have failed.
 */
export const isBlock = ({ rollout, stable }: BothSides): boolean =>
  rollout.loads > 0 && stable.loads > 0 && rollout.loads + stable.loads >= BLOCK_LOADS_MIN

/** The square of 3.89 standard deviations, which chance exceeds in one look of ten thousand. */
const SUSPICIOUS = 15.14
const ENOUGH = 10

/**
 * Whether the loads are split otherwise than the percentage says (a chi-squared test). Then something else than chance
 * decides which visitors report, such as a version that ends before it can report. This only warns.
 */
export function isSplitSuspicious(rolloutLoads: number, stableLoads: number, percent: number): boolean {
  const loads = rolloutLoads + stableLoads
  const part = percent / 100
  const variance = loads * part * (1 - part)
  return variance >= ENOUGH && (rolloutLoads - loads * part) ** 2 / variance > SUSPICIOUS
}
