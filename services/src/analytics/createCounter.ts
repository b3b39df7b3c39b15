import type { AnalyticsEvent } from '@portico/contracts/services/analytics'
import type { Log } from '../log.ts'
import { createBuffer } from './createBuffer.ts'
import type { TallyKey } from './saveTally.ts'
import { countEvent, emptyTally, mergeTally, type Tally } from './tally.ts'

export interface Counter {
  /**
   * Resolves at once; the events are written within a second. After `close`, resolves once they are written.
   * @param sdkVersion the name and version that the client reports (`sv`)
   */
  count(projectId: string, events: readonly AnalyticsEvent[], sdkVersion: string): Promise<void>
  /** Writes pending counts. */
  close(): Promise<void>
}

export interface CounterOptions {
  /** See `saveTally`. If it rejects, the tally is saved again later. */
  readonly save: (key: TallyKey, tally: Tally) => Promise<void>
  readonly log: Log
  readonly flushIntervalMs?: number
  /** Epoch milliseconds. */
  readonly now?: () => number
}

export const dayOf = (epochMs: number): string => new Date(epochMs).toISOString().slice(0, 10)

/** Collects the counts of events. */
export function createCounter({ save, log, flushIntervalMs, now = Date.now }: CounterOptions): Counter {
  const buffer = createBuffer<TallyKey, Tally>({
    nameOf: ({ projectId, day }) => `${projectId} ${day}`,
    empty: emptyTally,
    merge: mergeTally,
    save,
    log,
    flushIntervalMs,
  })
  return {
    async count(projectId, events, sdkVersion) {
      if (events.length === 0) return
      // The day comes from the server's clock: from clients, it could fill the database with made-up days.
      await buffer.change({ projectId, day: dayOf(now()) }, (tally) => {
        for (const event of events) countEvent(tally, event, sdkVersion)
      })
    },
    close: () => buffer.close(),
  }
}
