import type { ChainNamespace, ViewProps } from '@portico/contracts'
import { Statement, useMessages, useStyles } from '@portico/contracts/ui'
import { selectOptions } from '../../settingsSlice.ts'
import { useShellSelector } from '../../shellContext.ts'
import sheet from './Connect.css'
import { LegalFooter } from './LegalFooter.tsx'
import { useConnectItems } from './useConnectItems.ts'
import { WalletList } from './WalletList.tsx'

/** views.md §6.1: the ways to connect; `namespace`: only wallets of that family. */
export function Connect({ params }: ViewProps<'Connect'>) {
  useStyles(sheet)
  const t = useMessages()
  const { enableWallets } = useShellSelector(selectOptions)
  const list = useConnectItems(params?.namespace as ChainNamespace | undefined)
  return (
    <div className="Connect" data-testid="w3m-connect-scroll-view">
      {!enableWallets ? null : list.items.length > 0 ? (
        <WalletList {...list} />
      ) : (
        <Statement picture="wallet" title={t('host.connect.emptyTitle')} detail={t('host.connect.emptyDetail')} />
      )}
      <LegalFooter />
    </div>
  )
}
