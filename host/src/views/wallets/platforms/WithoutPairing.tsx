import { Button, useMessages } from '@portico/contracts/ui'
import type { DirectoryWallet } from '../../../directory/walletDirectory.ts'
import type { Environment } from '../../../pairing/environment.ts'
import { linkTarget } from '../../../pairing/links.ts'
import { type Place, useChooseWallet } from '../../useChooseWallet.ts'
import { WalletStatement } from './WalletStatement.tsx'

interface InAppBrowserProps {
  readonly wallet: DirectoryWallet
  readonly link: string
  readonly environment: Environment
}

/** views.md §25.4: for a wallet that opens this page in its own browser. */
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

/** views.md §8.4, platform browser: for a wallet that is installed in this browser. */
export function ThisBrowser({ wallet, place }: { wallet: DirectoryWallet; place?: Place | undefined }) {
  const t = useMessages()
  const choose = useChooseWallet(true) // already tracked, when this view opened
  return (
    <WalletStatement wallet={wallet} title={t('host.link.installed', { name: wallet.name })}>
      <Button testId="w3m-connecting-widget-secondary-button" onPress={() => choose(wallet, place)}>
        {t('host.link.connect')}
      </Button>
    </WalletStatement>
  )
}

/** views.md §8.4, platform unsupported: for an extension wallet that this browser does not have. */
export function NotDetected({ wallet }: { wallet: DirectoryWallet }) {
  const t = useMessages()
  return (
    <WalletStatement
      wallet={wallet}
      title={t('host.link.notDetected')}
      detail={t('host.link.notDetectedDetail', { name: wallet.name })}
    />
  )
}
