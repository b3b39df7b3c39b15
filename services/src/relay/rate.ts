const WINDOW_MS = 1_000

type Now = () => number

/** Counts events per second. */
export interface Rate {
  /** @returns the number of events in the current second, including this one */
  count(amount?: number): number
}

/** Counts events per second and key; keys are removed after a second. */
export interface Rates {
  count(key: string, amount: number): number
}

export function createRates(now: Now = performance.now.bind(performance)): Rates {
  const counted = new Map<string, number>()
  let beganAt = now()
  return {
    count(key, amount) {
      if (now() - beganAt >= WINDOW_MS) {
        beganAt = now()
        counted.clear()
      }
      const sum = (counted.get(key) ?? 0) + amount
      counted.set(key, sum)
      return sum
    },
  }
}

export function createRate(now?: Now): Rate {
  const rates = createRates(now)
  return { count: (amount = 1) => rates.count('', amount) }
}
