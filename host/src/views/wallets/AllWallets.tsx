import { Button, IconButton, Statement, useCommands, useMessages, useStyles } from '@portico/contracts/ui'
import { SearchField } from '@portico/contracts/ui/forms'
import { useState } from 'react'
import { walletPicked } from '../../connections/pairingSlice.ts'
import { isMobile } from '../../platform.ts'
import { selectOptions } from '../../settingsSlice.ts'
import { useShellDispatch, useShellSelector } from '../../shellContext.ts'
import { useChooseWallet } from '../useChooseWallet.ts'
import sheet from './AllWallets.css'
import { useWallets } from './useWallets.ts'
import { WalletGrid } from './WalletGrid.tsx'

/** views.md §7.1: every wallet of the directory, to be looked through or searched. */
export function AllWallets() {
  useStyles(sheet)
  const t = useMessages()
  const dispatch = useShellDispatch()
  const { navigate } = useCommands()
  const choose = useChooseWallet()
  const [text, setText] = useState('')
  const [isCertified, setCertified] = useState(false)
  const { basic } = useShellSelector(selectOptions)
  const isOnPhone = isMobile()
  const found = useWallets(text, isCertified, isOnPhone || basic)
  const isEmpty = found.wallets.length === 0 && !found.isLoading

  return (
    <div className="AllWallets">
      <div className="AllWallets-tools">
        <SearchField label={t('host.wallets.search')} value={text} onChange={setText} />
        {isOnPhone ? (
          <IconButton
            icon="qr"
            label={t('host.wallets.showCode')}
            testId="all-wallets-qr-button"
            onPress={() => {
              dispatch(walletPicked(undefined))
              navigate('ConnectingWalletConnect', {})
            }}
          />
        ) : null}
      </div>
      <div className="AllWallets-narrow">
        <label className="AllWallets-certified">
          <input
            type="checkbox"
            className="AllWallets-switch"
            data-testid="wui-certified-switch"
            checked={isCertified}
            onChange={(event) => setCertified(event.target.checked)}
          />
          {t('host.wallets.certifiedOnly')}
        </label>
        <span className="AllWallets-found" role="status">
          {found.isSearch && !found.isLoading && !isEmpty
            ? t('host.wallets.found', { count: found.wallets.length })
            : ''}
        </span>
      </div>
      {isEmpty ? (
        <Statement
          picture={found.hasFailed ? 'alert' : 'search'}
          {...(found.hasFailed && { tone: 'danger' as const })}
          title={t(found.hasFailed ? 'host.wallets.failed' : 'host.wallets.none')}
          detail={t(found.hasFailed ? 'host.wallets.failedDetail' : 'host.wallets.noneDetail')}
          role={found.hasFailed ? 'alert' : 'status'}
        >
          {found.hasFailed && !found.isSearch ? (
            <Button kind="secondary" icon="retry" onPress={found.more}>
              {t('host.retry')}
            </Button>
          ) : null}
        </Statement>
      ) : (
        <WalletGrid {...found} onChoose={choose} />
      )}
    </div>
  )
}
