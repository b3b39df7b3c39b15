import type { Network, SerializedError } from '@portico/contracts'
import { Button, errorText, Statement, useMessages } from '@portico/contracts/ui'

/** Shown when the offers could not be loaded. */
export function NoOffers({ error, onRetry }: { readonly error: SerializedError; readonly onRetry: () => void }) {
  const t = useMessages()
  return (
    <Statement picture="alert" tone="danger" title={t('onramp.failed')} detail={errorText(t, error)} role="alert">
      <Button kind="secondary" icon="retry" testId="onramp-retry" onPress={onRetry}>
        {t('onramp.retry')}
      </Button>
    </Statement>
  )
}

/** Shown when no seller serves the network. */
export function NobodySells({ network }: { readonly network: Network | undefined }) {
  const t = useMessages()
  return (
    <Statement
      picture="card"
      title={t('onramp.nobody', { network: network?.name ?? '' })}
      detail={t('onramp.nobody.hint')}
      role="status"
    />
  )
}
