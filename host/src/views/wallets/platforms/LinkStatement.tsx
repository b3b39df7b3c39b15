import { Button, useCommands, useMessages } from '@portico/contracts/ui'
import type { DirectoryWallet } from '../../../directory/walletDirectory.ts'
import { useErrorText } from '../../../texts/useErrorText.ts'
import type { WaitingPairing } from '../usePairing.ts'
import { WalletStatement } from './WalletStatement.tsx'

interface LinkStatementProps {
  readonly wallet: DirectoryWallet
  readonly pairing: WaitingPairing
  /** What the visitor should do. */
  readonly detail: string
  /** Opens the link synchronously, because browsers would otherwise block it. Undefined until there is a link. */
  readonly onOpen: (() => void) | undefined
}

/** A wallet that is reached by a link, which the visitor can open or copy. */
export function LinkStatement({ wallet, pairing, detail, onOpen }: LinkStatementProps) {
  const t = useMessages()
  const errorText = useErrorText()
  const { copy } = useCommands()
  const { uri, failure, retry } = pairing
  if (failure) {
    return (
      <WalletStatement wallet={wallet} state="failed" title={errorText(failure)}>
        <Button kind="secondary" icon="retry" testId="w3m-connecting-widget-secondary-button" onPress={retry}>
          {t('host.retry')}
        </Button>
      </WalletStatement>
    )
  }
  return (
    <WalletStatement
      wallet={wallet}
      state="running"
      title={t('host.connecting.title', { name: wallet.name })}
      detail={detail}
    >
      <Button
        icon="external"
        testId="w3m-connecting-widget-secondary-button"
        disabled={!onOpen}
        onPress={() => onOpen?.()}
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
    </WalletStatement>
  )
}
