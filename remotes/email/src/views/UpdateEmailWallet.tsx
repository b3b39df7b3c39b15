import type { ViewProps } from '@portico/contracts'
import { Button, useCommands, useMessages, useStyles } from '@portico/contracts/ui'
import { EmailField } from '../EmailField.tsx'
import { failureText } from '../failures.ts'
import { isSameEmail, readEmail } from '../readEmail.ts'
import { useEmbeddedWallet } from '../useEmbeddedWallet.ts'
import { useWork } from '../useWork.ts'
import { useKept } from '../visit.ts'
import sheet from './UpdateEmailWallet.css'

/** views.md §10: asks for the wallet's new address. The codes sent to the old and the new address follow. */
export default function UpdateEmailWallet({ params, signal }: ViewProps<'UpdateEmailWallet'>) {
  useStyles(sheet)
  const t = useMessages()
  const { back, navigate } = useCommands()
  const email = useEmbeddedWallet()?.email() ?? ''
  const work = useWork<'send'>(signal)
  const [typed, setTyped] = useKept<string | undefined>(signal, 'typed', undefined)
  const text = typed ?? email
  const newEmail = readEmail(text)
  const isReady = newEmail !== undefined && !isSameEmail(newEmail, email)
  const redirectView = params?.redirectView

  const save = () => {
    if (!isReady) return
    void work.run('send', async (wallet, { signal: running }) => {
      const next = await wallet.updateEmail(newEmail, running)
      running.throwIfAborted()
      navigate(next === 'VERIFY_PRIMARY_OTP' ? 'UpdateEmailPrimaryOtp' : 'UpdateEmailSecondaryOtp', {
        email,
        newEmail,
        ...(redirectView && { redirectView }),
      })
    })
  }
  const isBusy = work.doing !== undefined
  return (
    <div className="UpdateEmailWallet">
      <EmailField
        value={text}
        onChange={setTyped}
        onSubmit={save}
        isBusy={isBusy}
        hint={isReady ? t('email.update.confirm') : t('email.update.type')}
        problem={work.failure && failureText(t, work.failure.error)}
      />
      <div className="UpdateEmailWallet-buttons">
        {redirectView ? (
          <Button kind="secondary" onPress={back}>
            {t('email.cancel')}
          </Button>
        ) : null}
        <Button disabled={!isReady} busy={isBusy} onPress={save}>
          {t('email.update.save')}
        </Button>
      </div>
    </div>
  )
}
