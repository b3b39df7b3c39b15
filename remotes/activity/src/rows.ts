import type { Entry } from './entry.ts'
import type { Timeline } from './withSent.ts'

/** What follows the last entry: the next page is loading, failed, or loads on a press. */
export type Tail = 'awaited' | 'failed' | 'more'

export type ListRow =
  | { readonly kind: 'title'; readonly key: string; readonly text: string }
  | { readonly kind: 'entry'; readonly key: string; readonly entry: Entry }
  | { readonly kind: Tail; readonly key: string }

const monthKey = (date: Date) => `${date.getFullYear()}-${date.getMonth()}`

interface Writing {
  readonly locale: string
  /** Milliseconds since 1970. */
  readonly now: number
  /** Title of the pending group. */
  readonly pendingTitle: string
}

/**
 * views.md §20: groups entries by month, newest first, with the year unless it is the current one; pending entries are
 * on top.
 */
export function rowsOf({ pending, past }: Timeline, tail: Tail | undefined, writing: Writing): readonly ListRow[] {
  const { locale, now, pendingTitle } = writing
  const thisYear = new Date(now).getFullYear()
  const month = new Intl.DateTimeFormat(locale, { month: 'long' })
  const monthAndYear = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' })
  const rows: ListRow[] = []
  const add = (entry: Entry) => rows.push({ kind: 'entry', key: entry.id, entry })

  if (pending.length > 0) rows.push({ kind: 'title', key: 'pending', text: pendingTitle })
  pending.forEach(add)
  let shown = ''
  for (const entry of past) {
    const date = new Date(entry.at)
    const key = monthKey(date)
    if (key !== shown) {
      const format = date.getFullYear() === thisYear ? month : monthAndYear
      rows.push({ kind: 'title', key, text: format.format(date) })
      shown = key
    }
    add(entry)
  }
  if (tail) rows.push({ kind: tail, key: 'tail' })
  return rows
}
