import { Icon, Picture, useMessages } from '@portico/contracts/ui'
import { memo } from 'react'
import type { DirectoryWallet } from '../../directory/walletDirectory.ts'
import { useShell } from '../../shellContext.ts'

interface WalletCardProps {
  /** Absent while loading. */
  readonly wallet: DirectoryWallet | undefined
  readonly isInstalled: boolean
  readonly index: number
  readonly count: number
  /** Position: pixels from the top, and a fraction of the width from the start of the row. */
  readonly top: number
  readonly start: string
  readonly onChoose: (wallet: DirectoryWallet, index: number) => void
}

/** One wallet of the grid: its name at once, its logo when loaded. Memoized: scrolling does not render it again. */
export const WalletCard = memo(function WalletCard({
  wallet,
  isInstalled,
  index,
  count,
  top,
  start,
  onChoose,
}: WalletCardProps) {
  const t = useMessages()
  const { imageOf } = useShell()
  const style = { insetBlockStart: top, insetInlineStart: start }
  if (!wallet) {
    return (
      <li className="WalletGrid-item" style={style} aria-hidden="true">
        <span className="WalletGrid-card WalletGrid-awaited" />
      </li>
    )
  }
  const { name, badge_type, id } = wallet
  return (
    <li className="WalletGrid-item" style={style} aria-posinset={index + 1} aria-setsize={count}>
      <button
        type="button"
        className="WalletGrid-card"
        data-testid={`wallet-search-item-${id}`}
        data-wallet={id}
        onClick={() => onChoose(wallet, index)}
      >
        <span className="WalletGrid-logo">
          <Picture name={name} src={imageOf(wallet)} size={56} />
          {badge_type === 'certified' ? (
            <span className="WalletGrid-badge" role="img" aria-label={t('host.wallets.certified')}>
              <Icon name="check" size={16} />
            </span>
          ) : null}
        </span>
        <span className="WalletGrid-name">{name}</span>
        {isInstalled ? <span className="WalletGrid-installed">{t('host.connect.installed')}</span> : null}
      </button>
    </li>
  )
})
