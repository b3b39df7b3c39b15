import { Button, useMessages } from '@portico/contracts/ui'
import type { DirectoryWallet } from '../../../directory/walletDirectory.ts'
import type { Environment } from '../../../pairing/environment.ts'
import { linkTarget } from '../../../pairing/links.ts'
import { WalletStatement } from './WalletStatement.tsx'

interface InAppBrowserProps {
  readonly wallet: DirectoryWallet
  readonly link: string
  readonly environment: Environment
}

/** views.md §25.4: a wallet that opens this page in its own browser. */
export function InAppBrowser({ wallet, link, environment }: InAppBrowserProps) {
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
        onPress={() => void window.open(link, linkTarget(environment), 'noopener,noreferrer')}
      >
        {t('host.link.open')}
      </Button>
    </WalletStatement>
  )
}
