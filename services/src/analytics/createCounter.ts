import type { AnalyticsEvent } from '@portico/contracts/services/analytics'
import type { Log } from '../log.ts'
import type { TallyKey } from './saveTally.ts'
import { countEvent, emptyTally, mergeTally, type Tally } from './tally.ts'

/** How long counts are collected in memory before they are written. */
const FLUSH_INTERVAL_MS = 1_000

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

interface Gathered {
  readonly key: TallyKey
  readonly tally: Tally
}

export const dayOf = (epochMs: number): string => new Date(epochMs).toISOString().slice(0, 10)

/** Collects counts in memory, so that a busy site costs one transaction per second instead of one per event. */
export function createCounter({
  save,
  log,
  flushIntervalMs = FLUSH_INTERVAL_MS,
  now = Date.now,
}: CounterOptions): Counter {
  const gathered = new Map<string, Gathered>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let writing = Promise.resolve()
  let isClosed = false

  /** The day comes from the server's clock: if it came from clients, they could fill the database with made-up days. */
  function tallyOf({ projectId, day }: TallyKey): Tally {
    const name = `${projectId} ${day}`
    const known = gathered.get(name)
    if (known) return known.tally
    const tally = emptyTally()
    gathered.set(name, { key: { projectId, day }, tally })
    return tally
  }

  async function write() {
    const taken = [...gathered.values()]
    gathered.clear()
    for (const { key, tally } of taken) {
      try {
        await save(key, tally)
      } catch (error) {
        mergeTally(tallyOf(key), tally)
        log.warn('counts of events could not be written', { error })
      }
    }
  }

  function flush() {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write)
    return writing
  }

  function flushSoon() {
    timer ??= setTimeout(() => {
      void flush().then(() => {
        if (gathered.size > 0 && !isClosed) flushSoon()
      })
    }, flushIntervalMs)
  }

  return {
    async count(projectId, events, sdkVersion) {
      if (events.length === 0) return
      const tally = tallyOf({ projectId, day: dayOf(now()) })
      for (const event of events) countEvent(tally, event, sdkVersion)
      if (isClosed) await flush()
      else flushSoon()
    },
    async close() {
      isClosed = true
      await flush()
      if (gathered.size > 0) log.error('counts of events are lost: the database does not take them')
    },
  }
}
