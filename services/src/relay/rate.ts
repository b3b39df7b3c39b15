/** Counts what happens within one second. */
export interface Rate {
  /** @returns how often it has happened in this second, this time included */
  count(): number
}

const WINDOW_MS = 1_000

export function createRate(now: () => number = performance.now.bind(performance)): Rate {
  let beganAt = now()
  let times = 0
  return {
    count() {
      if (now() - beganAt >= WINDOW_MS) {
        beganAt = now()
        times = 0
      }
      times += 1
      return times
    },
  }
}
