type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An entry's key: each entry in the client's lists has one of these fields. */
function keyOf(entry: unknown): string {
  const { id, topic, target } = isFields(entry) ? entry : {}
  return String(id ?? topic ?? target ?? JSON.stringify(entry))
}

const asMap = (value: unknown): Map<string, unknown> =>
  new Map(
    Array.isArray(value) ? value.map((entry) => [keyOf(entry), entry]) : isFields(value) ? Object.entries(value) : [],
  )

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Merges this tab's changes into the stored list. The client stores each list as one value and assumes that nothing
 * else writes it, but other tabs have copies of their own. Therefore, only what this tab has added, changed and removed
 * since it last read the list is applied to the stored one.
 * @param before what this tab last read or wrote
 * @param now what this tab wants to write
 * @param kept what is currently stored
 */
export function mergeKept(before: unknown, now: unknown, kept: unknown): unknown {
  const isList = Array.isArray(now) && Array.isArray(kept)
  if (!isList && !(isFields(now) && isFields(kept))) return now
  const [was, wanted, merged] = [asMap(before), asMap(now), asMap(kept)]
  for (const key of was.keys()) if (!wanted.has(key)) merged.delete(key)
  for (const [key, value] of wanted) if (!was.has(key) || !isSame(was.get(key), value)) merged.set(key, value)
  return isList ? [...merged.values()] : Object.fromEntries(merged)
}
