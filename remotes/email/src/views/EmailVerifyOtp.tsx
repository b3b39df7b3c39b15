import type { ViewProps } from '@portico/contracts'
import { emailCooldownS } from '@portico/contracts/embeddedWallet/timing'
import { useCommands, useMessages } from '@portico/contracts/ui'
import { AskAgain } from '../AskAgain.tsx'
import { CodeForm } from '../CodeForm.tsx'
import { DeviceStep } from '../DeviceStep.tsx'
import { finishSignIn, openWallet, type SignInStep, waitAgain } from '../finishSignIn.ts'
import { OpeningStep } from '../OpeningStep.tsx'
import { useCountdown } from '../useCountdown.ts'
import { useEmbeddedWallet } from '../useEmbeddedWallet.ts'
import { useWork } from '../useWork.ts'
import { useKept } from '../visit.ts'

/**
 * views.md §10: entry of the mailed code. For an existing wallet, an unknown device is then approved by a link; other
 * visitors never see that step.
 */
export default function EmailVerifyOtp({ params, signal }: ViewProps<'EmailVerifyOtp'>) {
  const t = useMessages()
  const { replace, showSnack } = useCommands()
  const wallet = useEmbeddedWallet()
  const work = useWork<SignInStep>(signal)
  /** When the link was requested, in milliseconds since 1970. */
  const [linkAt, setLinkAt] = useKept<number | undefined>(signal, 'linkAt', undefined)
  const { doing, failure } = work
  const isDeviceStep = doing === 'device' || failure?.during === 'device' || failure?.during === 'confirm'
  const waitS = useCountdown(() =>
    isDeviceStep ? emailCooldownS(failure ? undefined : linkAt, Date.now()) : (wallet?.emailCooldownS() ?? 0),
  )
  // A page can open any view without its parameters.
  const email = params?.email ?? ''

  const check = (code: string) =>
    work.run('check', async (embedded, running) => {
      await embedded.checkCode(code, running.signal)
      running.signal.throwIfAborted()
      setLinkAt(Date.now())
      return finishSignIn(embedded, running)
    })
  const resend = () =>
    work.run('send', async (embedded, running) => {
      const next = await embedded.connectEmail(email, running.signal)
      if (next === 'CONNECT') return openWallet(embedded, running, 'open')
      running.signal.throwIfAborted()
      showSnack({ variant: 'success', text: t('email.resent') })
      if (next === 'VERIFY_DEVICE') replace('EmailVerifyDevice', { email })
    })
  const resendLink = () => {
    setLinkAt(Date.now())
    void work.runInstead('device', waitAgain)
  }

  if (isDeviceStep) {
    return <DeviceStep email={email} failure={failure} waitS={waitS} onResend={resendLink} />
  }
  if (doing === 'open' || failure?.during === 'open' || failure?.during === 'connect') {
    const retry = () => work.run('open', (embedded, running) => openWallet(embedded, running, 'open'))
    return <OpeningStep failure={failure} onRetry={() => void retry()} />
  }
  return (
    <CodeForm
      email={email}
      work={work}
      waitS={waitS}
      onCode={(code) => void check(code)}
      onNewCode={() => void resend()}
    >
      <AskAgain
        question={t('email.code.missing')}
        label={waitS > 0 ? t('email.resendIn', { seconds: waitS }) : t('email.code.resend')}
        disabled={waitS > 0 || doing !== undefined}
        onPress={() => void resend()}
      />
    </CodeForm>
  )
}
