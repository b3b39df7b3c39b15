import { Icon, Picture, useMessages } from '@portico/contracts/ui'
import type { CSSProperties } from 'react'
import type { DirectoryWallet } from '../../registry.ts'
import { useShell, useShellSelector } from '../../shellContext.ts'

interface WalletCardProps {
  /** Absent while it is on its way. */
  readonly wallet: DirectoryWallet | undefined
  readonly position: number
  readonly count: number
  readonly style: CSSProperties
  readonly onChoose: (wallet: DirectoryWallet) => void
  readonly onFocus: (isFocused: boolean) => void
}

/** One wallet of the grid: its logo comes when it is in sight, its name is there at once. */
export function WalletCard({ wallet, position, count, style, onChoose, onFocus }: WalletCardProps) {
  const t = useMessages()
  const { imageOf } = useShell()
  const isInstalled = useShellSelector(
    ({ connections }) =>
      wallet?.rdns != null &&
      Object.values(connections.connectors).some((connectors) => connectors?.some(({ rdns }) => rdns === wallet.rdns)),
  )
  if (!wallet) {
    return (
      <li className="WalletGrid-item" style={style} aria-hidden="true">
        <span className="WalletGrid-card WalletGrid-awaited" />
      </li>
    )
  }
  const { name, badge_type, id } = wallet
  return (
    <li className="WalletGrid-item" style={style} aria-posinset={position} aria-setsize={count}>
      <button
        type="button"
        className="WalletGrid-card"
        data-testid={`wallet-search-item-${id}`}
        onClick={() => onChoose(wallet)}
        onFocus={() => onFocus(true)}
        onBlur={() => onFocus(false)}
      >
        <Picture name={name} src={imageOf(wallet)} size={56} />
        <span className="WalletGrid-name">
          <span className="WalletGrid-text">{name}</span>
          {badge_type === 'certified' ? (
            <span className="WalletGrid-badge" role="img" aria-label={t('host.wallets.certified')}>
              <Icon name="check" size={16} />
            </span>
          ) : null}
        </span>
        {isInstalled ? <span className="WalletGrid-installed">{t('host.connect.installed')}</span> : null}
      </button>
    </li>
  )
}
