import { useStyles } from '@portico/contracts/ui'
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { offsetsOf, rowAfterKey, rowAt } from '../layout.ts'
import type { ListRow } from '../rows.ts'
import sheet from './VirtualRows.css'

/** Extra rows beyond the edges, so that scrolling shows no blank area. */
const OVERSCAN = 6
/** Assumed list height until it is measured. */
const HEIGHT_PX = 470

interface VirtualRowsProps {
  readonly rows: readonly ListRow[]
  readonly label: string
  /** Whether more rows might follow. */
  readonly isOpenEnded: boolean
  /** The scroll position: restored at the start, updated afterwards. */
  readonly scrollTop: { current: number }
  /** Called when the last visible row changes. */
  readonly onSeen: (last: number) => void
  readonly children: (row: ListRow) => ReactNode
}

/** A list of any length that renders only the visible rows. */
export function VirtualRows({ rows, label, isOpenEnded, scrollTop, onSeen, children }: VirtualRowsProps) {
  useStyles(sheet)
  const scroller = useRef<HTMLDivElement>(null)
  const offsets = useMemo(() => offsetsOf(rows), [rows])
  const rowsAround = (top: number, height: number) => ({
    first: rowAt(offsets, top),
    last: rowAt(offsets, top + height),
  })
  const [height, setHeight] = useState(HEIGHT_PX)
  const [top, setTop] = useState(scrollTop.current)
  const seen = rowsAround(top, height)
  /** The focused row stays rendered, however far it is scrolled away. */
  const [focused, setFocused] = useState<string>()
  const wanted = useRef<string>(undefined)

  useEffect(() => onSeen(seen.last), [onSeen, seen.last])

  // New rows above must not move the visible ones.
  const anchor = useRef<{ readonly key: string; readonly offset: number }>(undefined)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const at = anchor.current && rows.findIndex(({ key }) => key === anchor.current?.key)
    const moved = at === undefined || at < 0 ? 0 : (offsets[at] ?? 0) - (anchor.current?.offset ?? 0)
    if (moved !== 0 && element.scrollTop > 0) element.scrollTop += moved
  }, [rows, offsets])
  useLayoutEffect(() => {
    const row = rows[seen.first]
    anchor.current = row && { key: row.key, offset: offsets[seen.first] ?? 0 }
  })

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    element.scrollTop = scrollTop.current
    if (element.clientHeight > 0) setHeight(element.clientHeight)
  }, [scrollTop])

  useEffect(() => {
    if (wanted.current === undefined) return
    const items = [...(scroller.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const button = items.find(({ dataset }) => dataset.row === wanted.current)?.querySelector('button')
    if (!button) return
    wanted.current = undefined
    button.focus()
  })

  const onScroll = (element: HTMLElement) => {
    scrollTop.current = element.scrollTop
    const tall = element.clientHeight || height
    const now = rowsAround(element.scrollTop, tall)
    if (now.first !== seen.first || now.last !== seen.last) setTop(element.scrollTop)
    if (tall !== height) setHeight(tall)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const from = rows.findIndex(({ key }) => key === focused)
    const to = rowAfterKey(rows, from, event.key)
    const row = to === undefined ? undefined : rows[to]
    if (!row) return
    event.preventDefault()
    wanted.current = row.key
    setFocused(row.key)
  }

  const shown = new Set<number>()
  for (let row = Math.max(0, seen.first - OVERSCAN); row < Math.min(rows.length, seen.last + 1 + OVERSCAN); row++) {
    shown.add(row)
  }
  const focusedAt = focused === undefined ? -1 : rows.findIndex(({ key }) => key === focused)
  if (focusedAt >= 0) shown.add(focusedAt)

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what the rows hear comes by here
    <div
      ref={scroller}
      className="VirtualRows"
      data-testid="activity-list"
      onScroll={(event) => onScroll(event.currentTarget)}
      onKeyDown={onKeyDown}
      onFocus={(event) => setFocused(event.target.closest<HTMLElement>('[data-row]')?.dataset.row)}
      onBlur={() => setFocused(undefined)}
    >
      <ul className="VirtualRows-all" aria-label={label} style={{ blockSize: offsets.at(-1) }}>
        {[...shown]
          .toSorted((a, b) => a - b)
          .map((index) => {
            const row = rows[index]
            return row ? (
              <li
                key={row.key}
                className="VirtualRows-row"
                data-row={row.key}
                data-kind={row.kind}
                aria-setsize={isOpenEnded ? -1 : rows.length}
                aria-posinset={index + 1}
                style={{ insetBlockStart: offsets[index] }}
              >
                {children(row)}
              </li>
            ) : null
          })}
      </ul>
    </div>
  )
}
