import { useMessages, useStyles } from '@portico/contracts/ui'
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { DirectoryWallet } from '../../registry.ts'
import type { Place } from '../useChooseWallet.ts'
import { useImpressions } from '../useImpressions.ts'
import { stepOf } from './gridKeys.ts'
import type { FoundWallets } from './useWallets.ts'
import { WalletCard } from './WalletCard.tsx'
import sheet from './WalletGrid.css'

/** As in the style sheet: a card and the gap below it. */
const ROW_PX = 120
const COLUMNS = 3
/** Rows beyond the edges, so that nothing is bare while it is scrolled. */
const OVERSCAN = 2
/** Rows below the last one in sight at which more are asked for. */
const AHEAD = 6
/** As many as are in sight. */
const PLACEHOLDERS = 9

/** The rows between two heights. */
const rowsBetween = (top: number, bottom: number) => ({
  first: Math.floor(top / ROW_PX),
  last: Math.ceil(bottom / ROW_PX),
})
/** As high as the list is before anybody has measured it. */
const HEIGHT_PX = 360

interface WalletGridProps extends FoundWallets {
  /** How far it is scrolled: where it begins, and from then on where it is. */
  readonly scrollTop: { current: number }
  readonly onChoose: (wallet: DirectoryWallet, place: Place) => void
}

/** A list of any length of which only what is in sight is in the page. */
export function WalletGrid({
  wallets,
  isInstalled,
  isLoading,
  hasFailed,
  isSearch,
  text,
  query,
  count,
  more,
  scrollTop,
  onChoose,
}: WalletGridProps) {
  useStyles(sheet)
  const t = useMessages()
  const [seen, setSeen] = useState(() => rowsBetween(scrollTop.current, scrollTop.current + HEIGHT_PX))
  /** The focused card stays, however far it is scrolled away. */
  const [focusedId, setFocusedId] = useState<string>()
  const wanted = useRef<number>(undefined)
  const list = useImpressions({ view: 'AllWallets', wallets, query: isSearch ? text : undefined })
  const cells = wallets.length + (isLoading ? PLACEHOLDERS : 0)
  const rows = Math.ceil(cells / COLUMNS)

  const look = (element: HTMLElement) => {
    scrollTop.current = element.scrollTop
    const now = rowsBetween(element.scrollTop, element.scrollTop + element.clientHeight)
    if (now.first !== seen.first || now.last !== seen.last) setSeen(now)
  }
  const isNearEnd = (seen.last + AHEAD) * COLUMNS >= wallets.length
  useEffect(() => {
    if (isNearEnd && !isLoading && !hasFailed && wallets.length < count) more()
  }, [isNearEnd, isLoading, hasFailed, wallets.length, count, more])

  // Another text is another list: it begins at its beginning. One that somebody comes back to begins where it was left.
  const listed = useRef(query)
  useLayoutEffect(() => {
    if (!list.current) return
    if (listed.current !== query) scrollTop.current = 0
    listed.current = query
    list.current.scrollTop = scrollTop.current
    const now = rowsBetween(scrollTop.current, scrollTop.current + HEIGHT_PX)
    setSeen((before) => (before.first === now.first ? before : now))
  }, [query, list, scrollTop])

  useEffect(() => {
    const id = wanted.current === undefined ? undefined : wallets[wanted.current]?.id
    if (!id) return
    wanted.current = undefined
    const cards = [...(list.current?.querySelectorAll<HTMLElement>('[data-wallet]') ?? [])]
    cards.find((card) => card.dataset.wallet === id)?.focus()
  })
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = wallets.findIndex(({ id }) => id === focusedId)
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const step =
      at < 0 || event.ctrlKey || event.metaKey || event.altKey
        ? undefined
        : stepOf(event.key, { columns: COLUMNS, isRtl })
    if (step === undefined) return
    event.preventDefault()
    const to = Math.min(wallets.length - 1, Math.max(0, at + step))
    wanted.current = Math.abs(step) === COLUMNS && (at + step < 0 || at + step >= wallets.length) ? at : to
    setFocusedId(wallets[wanted.current]?.id)
  }
  const latest = useRef(onChoose)
  latest.current = onChoose
  const choose = useCallback(
    (wallet: DirectoryWallet, displayIndex: number) => latest.current(wallet, { view: 'AllWallets', displayIndex }),
    [],
  )

  const shown = new Set<number>()
  for (let row = Math.max(0, seen.first - OVERSCAN); row < Math.min(rows, seen.last + OVERSCAN); row++) shown.add(row)
  const focusedAt = focusedId === undefined ? -1 : wallets.findIndex(({ id }) => id === focusedId)
  if (focusedAt >= 0) shown.add(Math.floor(focusedAt / COLUMNS))

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what the cards hear comes by here
    <div
      ref={list}
      className="WalletGrid"
      data-testid="wallet-list"
      onScroll={(event) => look(event.currentTarget)}
      onKeyDown={onKeyDown}
      onFocus={(event) => setFocusedId((event.target as HTMLElement).dataset.wallet)}
      onBlur={() => setFocusedId(undefined)}
    >
      <ul className="WalletGrid-all" aria-label={t('host.connect.wallets')} style={{ blockSize: rows * ROW_PX }}>
        {[...shown]
          .toSorted((a, b) => a - b)
          .flatMap((row) =>
            Array.from({ length: Math.min(COLUMNS, cells - row * COLUMNS) }, (_, column) => {
              const index = row * COLUMNS + column
              const wallet = wallets[index]
              return (
                <WalletCard
                  key={wallet?.id ?? `awaited${index}`}
                  wallet={wallet}
                  isInstalled={wallet !== undefined && isInstalled(wallet)}
                  index={index}
                  count={count}
                  top={row * ROW_PX}
                  start={`${(column * 100) / COLUMNS}%`}
                  onChoose={choose}
                />
              )
            }),
          )}
      </ul>
    </div>
  )
}
