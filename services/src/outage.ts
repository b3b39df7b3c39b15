import type { Log } from './log.ts'

/** Whether something that the process needs is away. */
export interface Outage {
  readonly isOn: boolean
  /** It is away. */
  begin(reason: unknown): void
  /** It is back. */
  end(): void
}

/**
 * Tells an operator once that something is away and once that it is back, whatever happens in between: at `error`, the level
 * that everybody has.
 * @param name begins both sentences: `the database`
 */
export function createOutage(log: Log, name: string, away = 'does not answer', back = 'answers again'): Outage {
  let begunAt: number | undefined
  return {
    get isOn() {
      return begunAt !== undefined
    },
    begin(reason) {
      if (begunAt !== undefined) return
      begunAt = performance.now()
      log.error(`${name} ${away}`, { reason })
    },
    end() {
      if (begunAt === undefined) return
      log.error(`${name} ${back}`, { afterS: Math.round((performance.now() - begunAt) / 1_000) })
      begunAt = undefined
    },
  }
}
