import type { ViewProps } from '@portico/contracts'
import { useCommands, useMessages } from '@portico/contracts/ui'
import { EmailField } from '../EmailField.tsx'
import { failureText, isErrorOf } from '../failures.ts'
import { openWallet } from '../finishSignIn.ts'
import { readEmail } from '../readEmail.ts'
import { useCountdown } from '../useCountdown.ts'
import { useEmbeddedWallet } from '../useEmbeddedWallet.ts'
import { useWork } from '../useWork.ts'
import { useKept } from '../visit.ts'

/** views.md §10: only the e-mail field, for a site's own e-mail button. */
export default function EmailLogin({ signal }: ViewProps<'EmailLogin'>) {
  const t = useMessages()
  const { navigate } = useCommands()
  const wallet = useEmbeddedWallet()
  const work = useWork<'send' | 'open'>(signal)
  const [text, setText] = useKept(signal, 'text', '')
  const [isWrong, setIsWrong] = useKept(signal, 'wrong', false)
  const waitS = useCountdown(() => wallet?.emailCooldownS() ?? 0)

  const submit = () => {
    const email = readEmail(text)
    setIsWrong(!email)
    if (!email) return
    void work.run('send', async (embedded, running) => {
      const next = await embedded.connectEmail(email, running.signal)
      if (next === 'CONNECT') return openWallet(embedded, running, 'open')
      running.signal.throwIfAborted()
      navigate(next === 'VERIFY_DEVICE' ? 'EmailVerifyDevice' : 'EmailVerifyOtp', { email })
    })
  }
  const error = work.failure?.error
  // A cooldown error counts down and then disappears.
  const problem = isErrorOf(error, 'email.cooldown')
    ? waitS > 0 && t('email.cooldown', { seconds: waitS })
    : error !== undefined && failureText(t, error)
  return (
    <EmailField
      value={text}
      onChange={(value) => {
        setText(value)
        setIsWrong(false)
      }}
      onSubmit={submit}
      isBusy={work.doing !== undefined}
      problem={isWrong ? t('email.invalid') : problem || undefined}
      hasSubmit
    />
  )
}
