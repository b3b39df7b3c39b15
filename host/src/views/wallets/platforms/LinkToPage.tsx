import { Button, useCommands, useMessages } from '@portico/contracts/ui'
import { useMemo } from 'react'
import { readEnvironment } from '../../../pairing/environment.ts'
import { pairingLink } from '../../../pairing/links.ts'
import type { DirectoryWallet } from '../../../registry.ts'
import { useErrorText } from '../../../useErrorText.ts'
import { usePairing } from '../usePairing.ts'
import { WalletStatement } from './WalletStatement.tsx'

interface LinkToPageProps {
  readonly wallet: DirectoryWallet
  readonly link: string | null | undefined
}

/** views.md §8.4, platforms web and desktop: the wallet's page or program, in a window of its own. */
export function LinkToPage({ wallet, link }: LinkToPageProps) {
  const t = useMessages()
  const errorText = useErrorText()
  const { copy } = useCommands()
  const { status, uri, error, retry } = usePairing()
  const environment = useMemo(() => readEnvironment(window as never), [])
  const href = uri && pairingLink(link, uri, { environment })
  const hasFailed = status === 'failed' && error !== undefined && error.code !== 'pairing.expired'
  return (
    <WalletStatement
      wallet={wallet}
      state={hasFailed ? 'failed' : 'running'}
      title={hasFailed ? errorText(error) : t('host.connecting.title', { name: wallet.name })}
      detail={hasFailed ? undefined : t('host.link.app')}
    >
      {hasFailed ? (
        <Button kind="secondary" icon="retry" testId="w3m-connecting-widget-secondary-button" onPress={retry}>
          {t('host.retry')}
        </Button>
      ) : (
        <>
          <Button
            icon="external"
            testId="w3m-connecting-widget-secondary-button"
            disabled={!href}
            onPress={() => href && void window.open(href, '_blank', 'noopener,noreferrer')}
          >
            {t('host.link.open')}
          </Button>
          <Button
            kind="quiet"
            icon="copy"
            testId="wui-link-copy"
            disabled={!uri}
            onPress={() => uri && void copy(uri, t('host.pair.copied'))}
          >
            {t('host.pair.copy')}
          </Button>
        </>
      )}
    </WalletStatement>
  )
}
