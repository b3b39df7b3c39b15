import { useStyles } from '@portico/contracts/ui'
import sheet from '../Connect/Connect.css'
import { LegalCheckbox, LegalFooter } from '../Connect/LegalFooter.tsx'
import { useConnectItems } from '../Connect/useConnectItems.ts'
import { WalletBlock } from '../Connect/WalletBlock.tsx'

/** views.md §6.6: nothing but the wallets, for when the first view has other ways to connect too. */
export function ConnectWallets() {
  useStyles(sheet)
  const list = useConnectItems()
  return (
    <div className="Connect">
      <LegalCheckbox />
      <WalletBlock list={{ ...list, hasLogin: false }} />
      <LegalFooter />
    </div>
  )
}
