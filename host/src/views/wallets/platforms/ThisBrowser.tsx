import { Button, useMessages } from '@portico/contracts/ui'
import type { DirectoryWallet } from '../../../directory/walletDirectory.ts'
import { type Place, useChooseWallet } from '../../useChooseWallet.ts'
import { WalletStatement } from './WalletStatement.tsx'

/** views.md §8.4, platform browser: the wallet is installed here. */
export function ThisBrowser({ wallet, place }: { wallet: DirectoryWallet; place?: Place | undefined }) {
  const t = useMessages()
  const choose = useChooseWallet(true) // tracked when this view opened
  return (
    <WalletStatement wallet={wallet} title={t('host.link.installed', { name: wallet.name })}>
      <Button testId="w3m-connecting-widget-secondary-button" onPress={() => choose(wallet, place)}>
        {t('host.link.connect')}
      </Button>
    </WalletStatement>
  )
}
