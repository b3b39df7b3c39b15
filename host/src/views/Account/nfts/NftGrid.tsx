import { useStyles } from '@portico/contracts/ui'
import { useEffect, useMemo, useRef } from 'react'
import type { ShownNft } from '../../../account/nfts/shownNft.ts'
import { useGridWindow } from '../../grid/useGridWindow.ts'
import { NftCard } from './NftCard.tsx'
import sheet from './NftGrid.css'

/** As in the style sheet: a card and the gap below it. */
const ROW_PX = 200
const COLUMNS = 2
/** How many rows ahead of the visible ones to load more. A page has twelve, so the second does not load at once. */
const AHEAD = 8
/** As many as are visible. */
const PLACEHOLDERS = 4
interface NftGridProps {
  readonly nfts: readonly ShownNft[]
  readonly label: string
  /** More items are loading, or will once the visitor nears the end. */
  readonly isOpenEnded: boolean
  /** The scroll position: the initial one, then the current one. */
  readonly scrollTop: { current: number }
  readonly onNearEnd: () => void
  readonly onPress: (nft: ShownNft) => void
}

/** A virtualized grid of any length. */
export function NftGrid({ nfts, label, isOpenEnded, scrollTop, onNearEnd, onPress }: NftGridProps) {
  useStyles(sheet)
  const list = useRef<HTMLDivElement>(null)
  const ids = useMemo(() => nfts.map(({ key }) => key), [nfts])
  const grid = useGridWindow({
    list,
    ids,
    cells: nfts.length + (isOpenEnded ? PLACEHOLDERS : 0),
    columns: COLUMNS,
    rowPx: ROW_PX,
    scrollTop,
    attribute: 'nft',
  })
  const isNearEnd = isOpenEnded && (grid.last + AHEAD) * COLUMNS >= nfts.length
  useEffect(() => {
    if (isNearEnd) onNearEnd()
  }, [isNearEnd, onNearEnd])

  return (
    <div ref={list} className="NftGrid" data-testid="nft-list" {...grid.handlers}>
      <ul className="NftGrid-all" aria-label={label} style={{ blockSize: grid.height }}>
        {grid.cells.map(({ index, top, start }) => {
          const nft = nfts[index]
          return (
            <NftCard
              key={nft?.key ?? `awaited${index}`}
              nft={nft}
              index={index}
              count={isOpenEnded ? -1 : nfts.length}
              top={top}
              start={start}
              onPress={onPress}
            />
          )
        })}
      </ul>
    </div>
  )
}
