/** Times are counted in steps, nine per tenfold, so that percentiles of any period can be read from the counts. */
const STEPS_PER_TENFOLD = 9

/** The step of a time. The first step is up to one millisecond. */
export const stepOf = (ms: number): number => (ms <= 1 ? 0 : Math.ceil(STEPS_PER_TENFOLD * Math.log10(ms)))

/** The longest time of a step, in milliseconds. */
const longestOf = (step: number): number => Math.round(10 ** (step / STEPS_PER_TENFOLD))

/**
 * The time that the share `part` of the counted ones does not exceed, in milliseconds; null if there are none.
 * @param counts keyed by step
 */
export function percentileOf(counts: ReadonlyMap<number, number>, part: number): number | null {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  let passed = 0
  for (const [step, count] of [...counts].sort(([one], [other]) => one - other)) {
    passed += count
    if (passed >= total * part) return longestOf(step)
  }
  return null
}
