import type { SerializedError } from '@portico/contracts'
import { Button, errorText, Statement, useMessages } from '@portico/contracts/ui'

interface NoCaptureProps {
  readonly error: SerializedError
  readonly retry: () => void
}

/** Shown when the script that receives the address could not be loaded. */
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
