import { useStyles } from '@portico/contracts/ui'
import sheet from '../Connect/Connect.css'
import { LegalFooter } from '../Connect/LegalFooter.tsx'
import { useConnectItems } from '../Connect/useConnectItems.ts'
import { WalletList } from '../Connect/WalletList.tsx'

/** views.md §6.6: the wallets alone, where the first view has other ways to connect. */
export function ConnectWallets() {
  useStyles(sheet)
  const list = useConnectItems(undefined)
  return (
    <div className="Connect">
      <WalletList {...list} />
      <LegalFooter />
    </div>
  )
}
