import { Button, Statement, useCommands, useMessages } from '@portico/contracts/ui'

/** Shown when no site has requested a payment. */
export function NothingToPay() {
  const t = useMessages()
  const { close } = useCommands()
  return (
    <Statement picture="card" title={t('pay.nothing')} role="status">
      <Button kind="secondary" onPress={close} testId="pay-close">
        {t('pay.close')}
      </Button>
    </Statement>
  )
}
