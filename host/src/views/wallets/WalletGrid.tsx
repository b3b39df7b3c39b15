import { useMessages, useStyles } from '@portico/contracts/ui'
import { useCallback, useRef } from 'react'
import type { DirectoryWallet } from '../../directory/walletDirectory.ts'
import { VirtualGrid } from '../grid/VirtualGrid.tsx'
import type { Place } from '../useChooseWallet.ts'
import { useImpressions } from '../useImpressions.ts'
import type { FoundWallets } from './useWallets.ts'
import { WalletCard } from './WalletCard.tsx'
import sheet from './WalletGrid.css'

/** As many as are visible at once. */
const PLACEHOLDERS = 9

interface WalletGridProps {
  readonly found: FoundWallets
  /** The scroll position: at first the initial one, later the current one. */
  readonly scrollTop: { current: number }
  readonly onChoose: (wallet: DirectoryWallet, place: Place) => void
}

const idOf = ({ id }: DirectoryWallet) => id

/** Wallets of the directory, three in a row. */
export function WalletGrid({ found, scrollTop, onChoose }: WalletGridProps) {
  useStyles(sheet)
  const t = useMessages()
  const { wallets, isInstalled, isLoading, hasFailed, isSearch, text, query, count, more } = found
  const latest = useRef(onChoose)
  latest.current = onChoose
  const choose = useCallback(
    (wallet: DirectoryWallet, displayIndex: number) => latest.current(wallet, { view: 'AllWallets', displayIndex }),
    [],
  )
  return (
    <VirtualGrid
      list={useImpressions({ view: 'AllWallets', wallets, query: isSearch ? text : undefined })}
      className="WalletGrid"
      itemClassName="WalletGrid-item"
      label={t('host.connect.wallets')}
      testId="wallet-list"
      items={wallets}
      idOf={idOf}
      card={(wallet, index) => (
        <WalletCard wallet={wallet} isInstalled={isInstalled(wallet)} index={index} onChoose={choose} />
      )}
      placeholders={isLoading ? PLACEHOLDERS : 0}
      count={count}
      columns={3}
      rowPx={120}
      scrollTop={scrollTop}
      attribute="wallet"
      subject={query}
      hasMore={!isLoading && !hasFailed && wallets.length < count}
      ahead={6}
      onNearEnd={more}
    />
  )
}
