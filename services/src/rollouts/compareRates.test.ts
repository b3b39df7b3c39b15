import { seededRandom } from '@portico/contracts/testing'
import { type BothSides, isBlock, isSplitSuspicious, LOG_THRESHOLD, logFactor, type Outcomes } from './compareRates.ts'

/** Simulated rollouts, with fixed seeds. Decision 0056 quotes these figures. */

/** How many of `count` independent trials succeed, drawn by the gaps between successes. */
function successes(random: () => number, count: number, rate: number): number {
  if (rate <= 0 || rate >= 1) return rate <= 0 ? 0 : count
  let found = 0
  for (let at = 0; ; found++) {
    at += 1 + Math.floor(Math.log1p(-random()) / Math.log1p(-rate))
    if (at > count) return found
  }
}

interface Simulated {
  readonly seed: number
  /** The part of the loads that the rollout has. */
  readonly part: number
  readonly stableRate: number
  readonly rolloutRate: number
  readonly loadsMax: number
}

/** The loads between two looks. */
const EVERY = 50

const plus = (one: Outcomes, other: Outcomes): Outcomes => ({
  loads: one.loads + other.loads,
  failures: one.failures + other.failures,
})

const NONE: BothSides = { rollout: { loads: 0, failures: 0 }, stable: { loads: 0, failures: 0 } }

/** @returns the loads of both sides until the rollout is called worse; infinite if it never is */
function simulate({ seed, part, stableRate, rolloutRate, loadsMax }: Simulated): number {
  const random = seededRandom(seed)
  const sideOf = (loads: number, rate: number) => ({ loads, failures: successes(random, loads, rate) })
  let before = NONE
  let block = NONE
  let evidence = 0
  for (let loads = EVERY; loads <= loadsMax; loads += EVERY) {
    const inRollout = successes(random, EVERY, part)
    block = {
      rollout: plus(block.rollout, sideOf(inRollout, rolloutRate)),
      stable: plus(block.stable, sideOf(EVERY - inRollout, stableRate)),
    }
    if (!isBlock(block)) continue
    evidence += logFactor(before, block)
    if (evidence >= LOG_THRESHOLD) return loads
    before = { rollout: plus(before.rollout, block.rollout), stable: plus(before.stable, block.stable) }
    block = NONE
  }
  return Number.POSITIVE_INFINITY
}

const seeds = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

test.each([
  [5, 0.01],
  [25, 0.01],
])('a rollout to %d %% that fails as often as stable (%d) is called worse in under 1 %% of 1,000', (percent, rate) => {
  const wrong = seeds(1_000).filter((seed) => {
    const rates = { stableRate: rate, rolloutRate: rate }
    return simulate({ seed, part: percent / 100, ...rates, loadsMax: 5_000 }) < Number.POSITIVE_INFINITY
  })
  expect(wrong.length).toBeLessThan(10)
})

test.each([
  [5, 0.01, 0.02, 90_000],
  [25, 0.01, 0.02, 20_000],
  [50, 0.01, 0.02, 17_000],
  [25, 0.02, 0.04, 12_000],
  [5, 0.01, 1, 500],
  [5, 0, 0.5, 1_000],
])('in a rollout to %d %%, a failure rate of %d that becomes %d is found within %d loads in 95 of 100', (...row) => {
  const [percent, stableRate, rolloutRate, within] = row
  const found = seeds(100).filter(
    (seed) => simulate({ seed, part: percent / 100, stableRate, rolloutRate, loadsMax: within }) <= within,
  )
  expect(found.length).toBeGreaterThanOrEqual(95)
})

test('a rollout that fails less often than stable is never called worse', () => {
  const rates = { stableRate: 0.04, rolloutRate: 0.01 }
  const wrong = seeds(100).filter((seed) => simulate({ seed, part: 0.25, ...rates, loadsMax: 5_000 }) <= 5_000)
  expect(wrong).toEqual([])
})

test.each([
  ['as the percentage says', 512, 9_488, 5, false],
  ['twice as often as the percentage says', 1_000, 9_000, 5, true],
  ['half as often as the percentage says', 250, 9_750, 5, true],
  ['too seldom to tell', 3, 4, 5, false],
  ['always', 10_000, 0, 100, false],
])(
  'the rollout reports %s: only a share that chance does not explain is suspicious',
  (_, rollout, stable, percent, is) => {
    expect(isSplitSuspicious(rollout, stable, percent)).toBe(is)
  },
)
