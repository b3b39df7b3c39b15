import { useStyles } from '@portico/contracts/ui'
import { type ReactNode, useEffect, useMemo } from 'react'
import { type Grid, useGridWindow } from './useGridWindow.ts'
import sheet from './VirtualGrid.css'

interface VirtualGridProps<Item> extends Omit<Grid, 'ids' | 'cells'> {
  readonly className: string
  readonly itemClassName: string
  readonly label: string
  readonly testId: string
  readonly items: readonly Item[]
  readonly idOf: (item: Item) => string
  /** Renders one item. Memoized, so that scrolling does not render it again. */
  readonly card: (item: Item, index: number) => ReactNode
  /** How many placeholders follow the items while more are loading. */
  readonly placeholders: number
  /** The total number of items for screen readers, which cannot see the end of the list; -1 if unknown. */
  readonly count: number
  /** Whether there are more items, and they may be loaded now. */
  readonly hasMore: boolean
  /** More items are loaded once no more than this many rows follow the last visible one. */
  readonly ahead: number
  readonly onNearEnd: () => void
}

/** A virtualized grid of any length. */
export function VirtualGrid<Item>({
  className,
  itemClassName,
  label,
  testId,
  items,
  idOf,
  card,
  placeholders,
  count,
  hasMore,
  ahead,
  onNearEnd,
  ...shape
}: VirtualGridProps<Item>) {
  useStyles(sheet)
  const ids = useMemo(() => items.map(idOf), [items, idOf])
  const grid = useGridWindow({ ...shape, ids, cells: items.length + placeholders })
  const isNearEnd = hasMore && (grid.last + ahead) * shape.columns >= items.length
  useEffect(() => {
    if (isNearEnd) onNearEnd()
  }, [isNearEnd, onNearEnd])

  return (
    <div ref={shape.list} className={`VirtualGrid ${className}`} data-testid={testId} {...grid.handlers}>
      <ul className="VirtualGrid-all" aria-label={label} style={{ blockSize: grid.height }}>
        {grid.cells.map(({ index, top, start }) => {
          const item = items[index]
          const known = item !== undefined && { 'aria-posinset': index + 1, 'aria-setsize': count }
          return (
            <li
              key={item === undefined ? `awaited${index}` : idOf(item)}
              className={`VirtualGrid-item ${itemClassName}`}
              style={{ insetBlockStart: top, insetInlineStart: start }}
              {...(known || { 'aria-hidden': true })}
            >
              {item === undefined ? <span className="VirtualGrid-card VirtualGrid-awaited" /> : card(item, index)}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
