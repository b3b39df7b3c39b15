import { selectAccount } from '@portico/contracts'
import { Button, Statement, useCommands, useMessages } from '@portico/contracts/ui'
import { selectIdentity } from '../../account/identitySlice.ts'
import { useShellSelector } from '../../shellContext.ts'

/** views.md §15: says that the name is registered. */
export function RegisterAccountNameSuccess() {
  const t = useMessages()
  const { replace } = useCommands()
  const name = useShellSelector((state) => selectIdentity(state, selectAccount(state))?.name)
  return (
    <Statement
      picture="check"
      tone="positive"
      role="status"
      title={t('host.name.done')}
      {...(name !== undefined && { detail: name })}
    >
      <Button testId="account-name-done" onPress={() => replace('Account')}>
        {t('host.name.go')}
      </Button>
    </Statement>
  )
}
