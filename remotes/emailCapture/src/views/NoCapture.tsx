import type { SerializedError } from '@portico/contracts'
import { Button, errorText, Statement, useMessages } from '@portico/contracts/ui'

interface NoCaptureProps {
  readonly error: SerializedError
  readonly retry: () => void
}

/** What the address is handed to could not be fetched. */
export function NoCapture({ error, retry }: NoCaptureProps) {
  const t = useMessages()
  return (
    <Statement picture="alert" tone="danger" title={errorText(t, error)} role="alert">
      <Button kind="secondary" icon="retry" testId="email-capture-retry" onPress={retry}>
        {t('emailCapture.retry')}
      </Button>
    </Statement>
  )
}
