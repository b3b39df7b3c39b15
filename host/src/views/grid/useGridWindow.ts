import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  type UIEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { stepOf } from './gridKeys.ts'

/** How many rows are rendered beyond the visible ones, so that scrolling shows no gaps. */
const OVERSCAN = 2
/** The assumed height of the list until it is measured. */
const HEIGHT_PX = 360

export interface Grid {
  readonly list: RefObject<HTMLDivElement | null>
  /** The cards' ids, in order. */
  readonly ids: readonly string[]
  /** The number of cards and placeholders. */
  readonly cells: number
  readonly columns: number
  /** The height of a card and the gap below it, as in the style sheet. */
  readonly rowPx: number
  /** The scroll position: at first the initial one, later the current one. */
  readonly scrollTop: { current: number }
  /** The name of the `data-` attribute that contains a card's id. */
  readonly attribute: string
  /** What the list is about. When this changes, the list starts at the top. */
  readonly subject?: string
}

/** The visible part of a grid of any length, with the keyboard behavior of a grid. */
export function useGridWindow({ list, ids, cells, columns, rowPx, scrollTop, attribute, subject = '' }: Grid) {
  const rowsAt = (top: number, height: number) => ({
    first: Math.floor(top / rowPx),
    last: Math.ceil((top + height) / rowPx),
  })
  const [seen, setSeen] = useState(() => rowsAt(scrollTop.current, HEIGHT_PX))
  /** The focused card stays rendered, however far it is scrolled out of view. */
  const [focused, setFocused] = useState<string>()
  const wanted = useRef<string>(undefined)
  const rows = Math.ceil(cells / columns)

  const listed = useRef(subject)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height of a row never changes
  useLayoutEffect(() => {
    if (!list.current) return
    if (listed.current !== subject) scrollTop.current = 0
    listed.current = subject
    list.current.scrollTop = scrollTop.current
    const now = rowsAt(scrollTop.current, HEIGHT_PX)
    setSeen((before) => (before.first === now.first ? before : now))
  }, [subject, list, scrollTop])

  useEffect(() => {
    if (wanted.current === undefined) return
    const cards = [...(list.current?.querySelectorAll<HTMLElement>(`[data-${attribute}]`) ?? [])]
    const card = cards.find(({ dataset }) => dataset[attribute] === wanted.current)
    if (!card) return
    wanted.current = undefined
    card.focus()
  })

  function onScroll({ currentTarget }: UIEvent<HTMLElement>) {
    scrollTop.current = currentTarget.scrollTop
    const now = rowsAt(currentTarget.scrollTop, currentTarget.clientHeight || HEIGHT_PX)
    if (now.first !== seen.first || now.last !== seen.last) setSeen(now)
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const at = focused === undefined ? -1 : ids.indexOf(focused)
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const step = at < 0 ? undefined : stepOf(event.key, { columns, isRtl })
    if (step === undefined) return
    event.preventDefault()
    const isOver = Math.abs(step) === columns && (at + step < 0 || at + step >= ids.length)
    const to = isOver ? at : Math.min(ids.length - 1, Math.max(0, at + step))
    wanted.current = ids[to]
    setFocused(wanted.current)
  }

  const shown = new Set<number>()
  for (let row = Math.max(0, seen.first - OVERSCAN); row < Math.min(rows, seen.last + OVERSCAN); row++) shown.add(row)
  const focusedAt = focused === undefined ? -1 : ids.indexOf(focused)
  if (focusedAt >= 0) shown.add(Math.floor(focusedAt / columns))

  return {
    /** The cells to render, in order, with index and position. */
    cells: [...shown]
      .toSorted((a, b) => a - b)
      .flatMap((row) =>
        Array.from({ length: Math.min(columns, cells - row * columns) }, (_, column) => ({
          index: row * columns + column,
          top: row * rowPx,
          start: `${(column * 100) / columns}%`,
        })),
      ),
    /** The height of the whole list, in pixels. */
    height: rows * rowPx,
    /** The last visible row. */
    last: seen.last,
    handlers: {
      onScroll,
      onKeyDown,
      onFocus: ({ target }: FocusEvent<HTMLElement>) => setFocused(target.dataset[attribute]),
      onBlur: () => setFocused(undefined),
    },
  }
}
