import { useStyles } from '@portico/contracts/ui'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ShownNft } from '../../../account/nfts/shownNft.ts'
import { stepOf } from '../../wallets/gridKeys.ts'
import { NftCard } from './NftCard.tsx'
import sheet from './NftGrid.css'

/** As in the style sheet: a card and the gap below it. */
const ROW_PX = 200
const COLUMNS = 2
/** Rows beyond the edges, so that nothing is bare while it is scrolled. */
const OVERSCAN = 2
/** Rows below the last one in sight at which more are asked for. A page has twelve: nobody asks for the second at once. */
const AHEAD = 8
/** As many as are in sight. */
const PLACEHOLDERS = 4
/** As high as the list is before anybody has measured it. */
const HEIGHT_PX = 360

/** The rows between two heights. */
const rowsBetween = (top: number, bottom: number) => ({
  first: Math.floor(top / ROW_PX),
  last: Math.ceil(bottom / ROW_PX),
})

interface NftGridProps {
  readonly nfts: readonly ShownNft[]
  readonly label: string
  /** More are on their way, or will be when somebody comes near the end. */
  readonly isOpenEnded: boolean
  /** How far it is scrolled: where it begins, and from then on where it is. */
  readonly scrollTop: { current: number }
  readonly onNearEnd: () => void
  readonly onPress: (nft: ShownNft) => void
}

/** A list of any length of which only what is in sight is in the page. */
export function NftGrid({ nfts, label, isOpenEnded, scrollTop, onNearEnd, onPress }: NftGridProps) {
  useStyles(sheet)
  const list = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(() => rowsBetween(scrollTop.current, scrollTop.current + HEIGHT_PX))
  /** The focused card stays, however far it is scrolled away. */
  const [focused, setFocused] = useState<string>()
  const wanted = useRef<string>(undefined)
  const cells = nfts.length + (isOpenEnded ? PLACEHOLDERS : 0)
  const rows = Math.ceil(cells / COLUMNS)

  const look = (element: HTMLElement) => {
    scrollTop.current = element.scrollTop
    const now = rowsBetween(element.scrollTop, element.scrollTop + (element.clientHeight || HEIGHT_PX))
    if (now.first !== seen.first || now.last !== seen.last) setSeen(now)
  }
  useLayoutEffect(() => {
    if (list.current) list.current.scrollTop = scrollTop.current
  }, [scrollTop])
  const isNearEnd = isOpenEnded && (seen.last + AHEAD) * COLUMNS >= nfts.length
  useEffect(() => {
    if (isNearEnd) onNearEnd()
  }, [isNearEnd, onNearEnd])

  useEffect(() => {
    if (wanted.current === undefined) return
    const cards = [...(list.current?.querySelectorAll<HTMLElement>('[data-nft]') ?? [])]
    const card = cards.find(({ dataset }) => dataset.nft === wanted.current)
    if (!card) return
    wanted.current = undefined
    card.focus()
  })
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const at = nfts.findIndex(({ key }) => key === focused)
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const step = at < 0 ? undefined : stepOf(event.key, { columns: COLUMNS, isRtl })
    if (step === undefined) return
    event.preventDefault()
    const isOver = Math.abs(step) === COLUMNS && (at + step < 0 || at + step >= nfts.length)
    const to = isOver ? at : Math.min(nfts.length - 1, Math.max(0, at + step))
    wanted.current = nfts[to]?.key
    setFocused(wanted.current)
  }

  const shown = new Set<number>()
  for (let row = Math.max(0, seen.first - OVERSCAN); row < Math.min(rows, seen.last + OVERSCAN); row++) shown.add(row)
  const focusedAt = focused === undefined ? -1 : nfts.findIndex(({ key }) => key === focused)
  if (focusedAt >= 0) shown.add(Math.floor(focusedAt / COLUMNS))

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what the cards hear comes by here
    <div
      ref={list}
      className="NftGrid"
      data-testid="nft-list"
      onScroll={(event) => look(event.currentTarget)}
      onKeyDown={onKeyDown}
      onFocus={(event) => setFocused((event.target as HTMLElement).dataset.nft)}
      onBlur={() => setFocused(undefined)}
    >
      <ul className="NftGrid-all" aria-label={label} style={{ blockSize: rows * ROW_PX }}>
        {[...shown]
          .toSorted((a, b) => a - b)
          .flatMap((row) =>
            Array.from({ length: Math.min(COLUMNS, cells - row * COLUMNS) }, (_, column) => {
              const index = row * COLUMNS + column
              const nft = nfts[index]
              return (
                <NftCard
                  key={nft?.key ?? `awaited${index}`}
                  nft={nft}
                  index={index}
                  count={isOpenEnded ? -1 : nfts.length}
                  top={row * ROW_PX}
                  start={`${(column * 100) / COLUMNS}%`}
                  onPress={onPress}
                />
              )
            }),
          )}
      </ul>
    </div>
  )
}
