import type { ChainNamespace, ViewProps } from '@portico/contracts'
import { useStyles } from '@portico/contracts/ui'
import { selectOptions } from '../../settingsSlice.ts'
import { useShellSelector } from '../../shellContext.ts'
import sheet from './Connect.css'
import { LegalCheckbox, LegalFooter } from './LegalFooter.tsx'
import { useConnectItems } from './useConnectItems.ts'
import { WalletBlock } from './WalletBlock.tsx'

/** views.md §6.1: the ways to connect; `namespace`: only wallets of that family. */
export function Connect({ params }: ViewProps<'Connect'>) {
  useStyles(sheet)
  const { enableWallets } = useShellSelector(selectOptions)
  const list = useConnectItems(params?.namespace as ChainNamespace | undefined)
  return (
    <div className="Connect" data-testid="w3m-connect-scroll-view">
      <LegalCheckbox />
      {enableWallets ? <WalletBlock list={list} /> : null}
      <LegalFooter />
    </div>
  )
}
