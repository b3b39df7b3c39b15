import { Button, Icon, Row, Statement, useCommands, useMessages, useStyles } from '@portico/contracts/ui'
import { selectOptions } from '../../settingsSlice.ts'
import { useShellSelector } from '../../shellContext.ts'
import sheet from './Connect.css'
import type { ConnectList } from './useConnectItems.ts'
import { useLegal } from './useLegal.ts'
import { WalletList } from './WalletList.tsx'

/** What a visitor without a wallet can do. */
function NoWallet() {
  const t = useMessages()
  const { navigate } = useCommands()
  const { enableWalletGuide } = useShellSelector(selectOptions)
  return (
    <Statement picture="wallet" title={t('host.connect.emptyTitle')} detail={t('host.connect.emptyDetail')}>
      {enableWalletGuide ? (
        <Button kind="secondary" testId="w3m-wallet-guide-get-started" onPress={() => navigate('GetWallet')}>
          {t('host.title.getWallet')}
        </Button>
      ) : null}
    </Statement>
  )
}

/** The wallets on Connect. Disabled until the visitor consents, if the site requires this. */
export function WalletBlock({ list }: { list: ConnectList }) {
  useStyles(sheet)
  const t = useMessages()
  const { navigate } = useCommands()
  const { features } = useShellSelector(selectOptions)
  const { mayConnect } = useLegal()
  const isCollapsed = list.hasLogin && (features.collapseWallets || !features.emailShowWallets)
  const hasSome = list.items.length > 0 || list.awaited > 0 || list.count !== undefined
  return (
    <div className="Connect-wallets" inert={!mayConnect}>
      {isCollapsed ? (
        <Row
          label={t('host.connect.withWallet')}
          leading={<Icon name="wallet" size={24} />}
          testId="w3m-collapse-wallets-button"
          onPress={() => navigate('ConnectWallets')}
        />
      ) : hasSome ? (
        <WalletList {...list} />
      ) : (
        <NoWallet />
      )}
    </div>
  )
}
