import type { ListRow } from './rows.ts'

/** Heights as in the style sheets, including the gap below. */
export const TITLE_PX = 40
export const ENTRY_PX = 72

/** The top of each row, and finally the end of the list. */
export function offsetsOf(rows: readonly ListRow[]): readonly number[] {
  const offsets = [0]
  let end = 0
  for (const { kind } of rows) {
    end += kind === 'title' ? TITLE_PX : ENTRY_PX
    offsets.push(end)
  }
  return offsets
}

/** The row at a height. Heights above the list give the first row, heights below it the last. */
export function rowAt(offsets: readonly number[], height: number): number {
  let low = 0
  let high = Math.max(0, offsets.length - 2)
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((offsets[middle] ?? 0) <= height) low = middle
    else high = middle - 1
  }
  return low
}

/** The row that a key moves to from a pressable row; undefined when the key moves nowhere. */
export function rowAfterKey(rows: readonly ListRow[], from: number, key: string): number | undefined {
  const stops = rows.flatMap(({ kind }, index) => (kind === 'entry' ? [index] : []))
  const at = stops.indexOf(from)
  if (at < 0) return undefined
  switch (key) {
    case 'ArrowDown':
      return stops[Math.min(stops.length - 1, at + 1)]
    case 'ArrowUp':
      return stops[Math.max(0, at - 1)]
    case 'PageDown':
      return stops[Math.min(stops.length - 1, at + ROWS_A_PAGE)]
    case 'PageUp':
      return stops[Math.max(0, at - ROWS_A_PAGE)]
    case 'End':
      return stops.at(-1)
    case 'Home':
      return stops[0]
    default:
      return undefined
  }
}

/** Roughly the number of rows that fit on screen. */
const ROWS_A_PAGE = 5
