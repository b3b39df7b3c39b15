import type { Log } from '../log.ts'

/** How long counts are collected in memory before they are written. */
const FLUSH_INTERVAL_MS = 1_000

export interface Buffer<Key, Tally> {
  /** Resolves at once; the change is written within a second. After `close`, resolves once it is written. */
  change(key: Key, apply: (tally: Tally) => void): Promise<void>
  /** Writes what is pending. */
  close(): Promise<void>
}

export interface BufferOptions<Key, Tally> {
  /** Equal keys have equal names. */
  readonly nameOf: (key: Key) => string
  readonly empty: () => Tally
  /** Adds the second tally to the first. */
  readonly merge: (tally: Tally, other: Tally) => void
  /** If it rejects, the tally is saved again later. */
  readonly save: (key: Key, tally: Tally) => Promise<void>
  readonly log: Log
  readonly flushIntervalMs?: number | undefined
}

/** Collects counts in memory, so that a busy site costs one transaction per second instead of one per event. */
export function createBuffer<Key, Tally>({
  nameOf,
  empty,
  merge,
  save,
  log,
  flushIntervalMs = FLUSH_INTERVAL_MS,
}: BufferOptions<Key, Tally>): Buffer<Key, Tally> {
  const gathered = new Map<string, { readonly key: Key; readonly tally: Tally }>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let writing = Promise.resolve()
  let isClosed = false

  function tallyOf(key: Key): Tally {
    const name = nameOf(key)
    const known = gathered.get(name)
    if (known) return known.tally
    const tally = empty()
    gathered.set(name, { key, tally })
    return tally
  }

  async function write() {
    const taken = [...gathered.values()]
    gathered.clear()
    for (const { key, tally } of taken) {
      try {
        await save(key, tally)
      } catch (error) {
        merge(tallyOf(key), tally)
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
    async change(key, apply) {
      apply(tallyOf(key))
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
