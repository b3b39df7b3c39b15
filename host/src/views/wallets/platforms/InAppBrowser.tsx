import { Button, useMessages } from '@portico/contracts/ui'
import type { DirectoryWallet } from '../../../registry.ts'
import { WalletStatement } from './WalletStatement.tsx'

/** views.md §25.4: a wallet that opens this page in a browser of its own. */
export function InAppBrowser({ wallet, link }: { wallet: DirectoryWallet; link: string }) {
  const t = useMessages()
  return (
    <WalletStatement
      wallet={wallet}
      title={t('host.link.inApp', { name: wallet.name })}
      detail={t('host.link.inAppDetail')}
    >
      <Button
        icon="external"
        testId="w3m-connecting-widget-secondary-button"
        onPress={() => void window.open(link, '_self', 'noopener,noreferrer')}
      >
        {t('host.link.open')}
      </Button>
    </WalletStatement>
  )
}
