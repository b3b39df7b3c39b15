import { useMessages, useStyles } from '@portico/contracts/ui'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { DirectoryWallet } from '../../directory/walletDirectory.ts'
import { useGridWindow } from '../grid/useGridWindow.ts'
import type { Place } from '../useChooseWallet.ts'
import { useImpressions } from '../useImpressions.ts'
import type { FoundWallets } from './useWallets.ts'
import { WalletCard } from './WalletCard.tsx'
import sheet from './WalletGrid.css'

/** As in the style sheet: a card and the gap below it. */
const ROW_PX = 120
const COLUMNS = 3
/** How many rows ahead of the visible ones to load more. */
const AHEAD = 6
/** As many as are visible. */
const PLACEHOLDERS = 9

interface WalletGridProps extends FoundWallets {
  /** The scroll position: the initial one, then the current one. */
  readonly scrollTop: { current: number }
  readonly onChoose: (wallet: DirectoryWallet, place: Place) => void
}

/** A virtualized grid of any length. */
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
  const list = useImpressions({ view: 'AllWallets', wallets, query: isSearch ? text : undefined })
  const ids = useMemo(() => wallets.map(({ id }) => id), [wallets])
  const grid = useGridWindow({
    list,
    ids,
    cells: wallets.length + (isLoading ? PLACEHOLDERS : 0),
    columns: COLUMNS,
    rowPx: ROW_PX,
    scrollTop,
    attribute: 'wallet',
    subject: query,
  })
  const isNearEnd = (grid.last + AHEAD) * COLUMNS >= wallets.length
  useEffect(() => {
    if (isNearEnd && !isLoading && !hasFailed && wallets.length < count) more()
  }, [isNearEnd, isLoading, hasFailed, wallets.length, count, more])

  const latest = useRef(onChoose)
  latest.current = onChoose
  const choose = useCallback(
    (wallet: DirectoryWallet, displayIndex: number) => latest.current(wallet, { view: 'AllWallets', displayIndex }),
    [],
  )

  return (
    <div ref={list} className="WalletGrid" data-testid="wallet-list" {...grid.handlers}>
      <ul className="WalletGrid-all" aria-label={t('host.connect.wallets')} style={{ blockSize: grid.height }}>
        {grid.cells.map(({ index, top, start }) => {
          const wallet = wallets[index]
          return (
            <WalletCard
              key={wallet?.id ?? `awaited${index}`}
              wallet={wallet}
              isInstalled={wallet !== undefined && isInstalled(wallet)}
              index={index}
              count={count}
              top={top}
              start={start}
              onChoose={choose}
            />
          )
        })}
      </ul>
    </div>
  )
}
