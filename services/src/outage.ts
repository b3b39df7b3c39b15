import type { Log } from './log.ts'

/** Whether a dependency of the process is down. */
export interface Outage {
  readonly isOn: boolean
  /** Reports that the dependency is down. */
  begin(reason: unknown): void
  /** Reports that the dependency is back. */
  end(): void
}

/**
 * Logs the start and the end of an outage once each, at `error`, the level that is always on.
 * @param name the subject of both messages: `the database`
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
