import { useMessages, useStyles } from '@portico/contracts/ui'
import { useEffect, useState } from 'react'
import type { DirectoryWallet } from '../../registry.ts'
import { WalletCard } from './WalletCard.tsx'
import sheet from './WalletGrid.css'

/** As in the style sheet: a card and the gap below it. */
const ROW_PX = 120
const COLUMNS = 3
/** Rows beyond the edges, so that nothing is bare while it is scrolled. */
const OVERSCAN = 2
/** Rows below the last one in sight at which more are asked for. */
const AHEAD = 6
const PLACEHOLDERS = 6

interface WalletGridProps {
  readonly wallets: readonly DirectoryWallet[]
  readonly isLoading: boolean
  readonly hasFailed: boolean
  readonly count: number
  readonly more: () => void
  readonly onChoose: (wallet: DirectoryWallet) => void
}

/** A list of any length of which only what is in sight is in the page. */
export function WalletGrid({ wallets, isLoading, hasFailed, count, more, onChoose }: WalletGridProps) {
  useStyles(sheet)
  const t = useMessages()
  const [seen, setSeen] = useState({ first: 0, last: 4 })
  /** The row of the focused card stays, however far it is scrolled away. */
  const [focusedRow, setFocusedRow] = useState<number>()
  const cells = wallets.length + (isLoading ? PLACEHOLDERS : 0)
  const rows = Math.ceil(cells / COLUMNS)

  const look = ({ scrollTop, clientHeight }: HTMLElement) => {
    const first = Math.floor(scrollTop / ROW_PX)
    const last = Math.ceil((scrollTop + clientHeight) / ROW_PX)
    if (first !== seen.first || last !== seen.last) setSeen({ first, last })
  }
  const isNearEnd = (seen.last + AHEAD) * COLUMNS >= wallets.length
  useEffect(() => {
    if (isNearEnd && !isLoading && !hasFailed && wallets.length < count) more()
  }, [isNearEnd, isLoading, hasFailed, wallets.length, count, more])

  const shown = new Set<number>()
  for (let row = Math.max(0, seen.first - OVERSCAN); row < Math.min(rows, seen.last + OVERSCAN); row++) shown.add(row)
  if (focusedRow !== undefined && focusedRow < rows) shown.add(focusedRow)

  return (
    <div className="WalletGrid" data-testid="wallet-list" onScroll={(event) => look(event.currentTarget)}>
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
                  position={index + 1}
                  count={count}
                  style={{ insetBlockStart: row * ROW_PX, insetInlineStart: `${(column * 100) / COLUMNS}%` }}
                  onChoose={onChoose}
                  onFocus={(isFocused) => setFocusedRow(isFocused ? row : undefined)}
                />
              )
            }),
          )}
      </ul>
    </div>
  )
}
