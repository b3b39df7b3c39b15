import { isMobile } from '@portico/contracts/platform'
import { useStyles } from '@portico/contracts/ui'
import sheet from '../Connect/Connect.css'
import { useConnectItems } from '../Connect/useConnectItems.ts'
import { AllWalletsRow, WalletList } from '../Connect/WalletList.tsx'
import { PairingCode } from './PairingCode.tsx'

/** views.md §8.5: the first view of a page that has only pairing: a QR code on a desktop, apps on a phone. */
export function ConnectingWalletConnectBasic() {
  useStyles(sheet)
  const list = useConnectItems()
  return (
    <div className="Connect">
      {isMobile() ? (
        <WalletList {...list} />
      ) : (
        <>
          <PairingCode />
          {list.count === undefined ? null : <AllWalletsRow count={list.count} />}
        </>
      )}
    </div>
  )
}
