import { Button, Icon, LoadingRing, Statement, useMessages } from '@portico/contracts/ui'
import { failureText } from './failures.ts'

interface OpeningStepProps {
  readonly failure?: { readonly error: unknown } | undefined
  readonly onRetry: () => void
}

/** Shows that the wallet is opening, or that opening failed. Needs no input from the visitor. */
export function OpeningStep({ failure, onRetry }: OpeningStepProps) {
  const t = useMessages()
  const picture = (
    <LoadingRing state={failure ? 'failed' : 'running'} shape="round">
      <Icon name="wallet" size={24} />
    </LoadingRing>
  )
  return failure ? (
    <Statement picture={picture} tone="danger" title={failureText(t, failure.error)} role="alert">
      <Button kind="secondary" icon="retry" onPress={onRetry}>
        {t('email.tryAgain')}
      </Button>
    </Statement>
  ) : (
    <Statement picture={picture} title={t('email.opening')} role="status" />
  )
}
