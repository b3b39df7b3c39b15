import { Button, Statement, useCommands, useMessages } from '@portico/contracts/ui'
import { selectAlert } from '../../feedbackSlice.ts'
import { useShellSelector } from '../../shellContext.ts'

/** The options leave nothing to show: says so, and harms nothing. */
export function InitialisationFailed() {
  const t = useMessages()
  const { close } = useCommands()
  const reason = useShellSelector(selectAlert)?.error.message ?? ''
  return (
    <Statement
      picture="alert"
      tone="danger"
      title={t('host.error.title')}
      detail={t('host.error.detail', { message: reason })}
      role="alert"
    >
      <Button kind="secondary" onPress={close}>
        {t('host.close')}
      </Button>
    </Statement>
  )
}
