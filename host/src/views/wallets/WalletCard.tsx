import { Icon, Picture, useMessages } from '@portico/contracts/ui'
import { memo } from 'react'
import type { DirectoryWallet } from '../../directory/walletDirectory.ts'
import { useShell } from '../../shellContext.ts'

interface WalletCardProps {
  readonly wallet: DirectoryWallet
  readonly isInstalled: boolean
  readonly index: number
  readonly onChoose: (wallet: DirectoryWallet, index: number) => void
}

/** One wallet in the grid. Its name is shown at once, its logo when loaded. */
export const WalletCard = memo(function WalletCard({ wallet, isInstalled, index, onChoose }: WalletCardProps) {
  const t = useMessages()
  const { imageOf } = useShell()
  const { name, badge_type, id } = wallet
  return (
    <button
      type="button"
      className="VirtualGrid-card WalletGrid-card"
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
  )
})
