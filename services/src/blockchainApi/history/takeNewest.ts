/** A list, the newest entry first, that may be only the beginning of a longer one. */
export interface Stream<Entry> {
  readonly entries: readonly Entry[]
  readonly hasMore: boolean
}

export interface Taken<Entry> {
  /** The newest first. Entries of several streams with the same key are grouped. */
  readonly groups: readonly (readonly Entry[])[]
  /** How many entries of each stream were taken. */
  readonly used: readonly number[]
  readonly hasMore: boolean
}

export interface Order<Entry> {
  keyOf(entry: Entry): unknown
  /** Negative when `a` is newer. */
  compare(a: Entry, b: Entry): number
}

/**
 * The newest entries of several streams, with each key only once. Stops at `limit`, and where a stream ends but has
 * more, because the next entry of that stream may be newer than those of the others.
 */
export function takeNewest<Entry>(
  streams: readonly Stream<Entry>[],
  { keyOf, compare }: Order<Entry>,
  limit: number,
): Taken<Entry> {
  const rests = streams.map(({ entries }) => [...entries])
  const groups: Entry[][] = []

  /** Whether an entry comes later than another with the same time, because some stream contains it after that one. */
  const isBehind = (key: unknown) =>
    rests.some((rest) => rest[0] !== undefined && keyOf(rest[0]) !== key && rest.some((entry) => keyOf(entry) === key))

  /** Whether the stream is cut off at this time. If so, it comes first: it may continue with entries of the others. */
  const isCutAt = (moment: Entry, { entries, hasMore }: Stream<Entry>) => {
    const last = entries.at(-1)
    return hasMore && last !== undefined && compare(last, moment) === 0
  }

  function next(): Entry | undefined {
    const heads = streams.flatMap((stream, index) => (rests[index] ?? []).slice(0, 1).map((head) => ({ head, stream })))
    const [first, ...others] = heads
    if (!first) return undefined
    const newest = others.reduce((best, { head }) => (compare(head, best) < 0 ? head : best), first.head)
    const equals = heads.filter(({ head }) => compare(head, newest) === 0)
    if (equals.length === 1) return newest
    const inOrder = equals.filter(({ head }) => !isBehind(keyOf(head)))
    return (inOrder.find(({ stream }) => isCutAt(newest, stream)) ?? inOrder[0])?.head ?? newest
  }

  function take(key: unknown): Entry[] {
    const group: Entry[] = []
    for (const rest of rests) {
      for (let head = rest[0]; head !== undefined && keyOf(head) === key; head = rest[0]) {
        group.push(head)
        rest.shift()
      }
    }
    return group
  }

  const isUnsure = () => streams.some(({ hasMore }, index) => hasMore && rests[index]?.length === 0)
  while (groups.length < limit && !isUnsure()) {
    const newest = next()
    if (newest === undefined) break
    groups.push(take(keyOf(newest)))
  }
  return {
    groups,
    used: streams.map(({ entries }, index) => entries.length - (rests[index]?.length ?? 0)),
    hasMore: streams.some(({ hasMore }, index) => hasMore || rests[index]?.length !== 0),
  }
}
