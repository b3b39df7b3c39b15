import type { SerializedError } from '@portico/contracts'
import { Button, Statement, useCommands, useMessages } from '@portico/contracts/ui'
import { useErrorText } from '../../texts/useErrorText.ts'

/** Shown if the options leave nothing else to show. */
export function InitialisationFailed({ params }: { params: SerializedError }) {
  const t = useMessages()
  const errorText = useErrorText()
  const { close } = useCommands()
  return (
    <Statement
      picture="alert"
      tone="danger"
      title={t('host.error.title')}
      detail={t('host.error.detail', { message: errorText(params) })}
      role="alert"
    >
      <Button kind="secondary" onPress={close}>
        {t('host.close')}
      </Button>
    </Statement>
  )
}
