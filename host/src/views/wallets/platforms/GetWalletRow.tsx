import { Button, useCommands, useMessages } from '@portico/contracts/ui'
import type { DirectoryWallet } from '../../../directory/walletDirectory.ts'
import type { Environment } from '../../../pairing/environment.ts'
import { openPage, storesOf } from '../storesOf.ts'

interface GetWalletRowProps {
  readonly wallet: DirectoryWallet
  readonly environment: Environment
}

/** views.md §8.1: for visitors who do not have this wallet: its store for this device, or all its stores. */
export function GetWalletRow({ wallet, environment }: GetWalletRowProps) {
  const t = useMessages()
  const { navigate } = useCommands()
  const stores = storesOf(wallet)
  const onThisDevice = environment.isIos ? wallet.app_store : environment.isAndroid ? wallet.play_store : undefined
  const single = onThisDevice ?? (stores.length === 1 ? stores[0]?.url : undefined)
  if (stores.length === 0 || (environment.isMobile && !single)) return null
  return (
    <div className="ConnectingWalletConnect-get">
      <span className="ConnectingWalletConnect-missing">{t('host.get.missing', { name: wallet.name })}</span>
      <Button
        kind="quiet"
        testId="get-wallet-button"
        onPress={() => (single ? openPage(single) : navigate('Downloads', { walletId: wallet.id }))}
      >
        {t('host.get.get')}
      </Button>
    </div>
  )
}
