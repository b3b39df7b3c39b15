import type { ViewProps } from '@portico/contracts'
import { useCommands, useMessages } from '@portico/contracts/ui'
import { useEffect } from 'react'
import { DeviceStep } from '../DeviceStep.tsx'
import { failureText, frameFailureOf } from '../failures.ts'
import { openWallet } from '../finishSignIn.ts'
import { OpeningStep } from '../OpeningStep.tsx'
import { useCountdown } from '../useCountdown.ts'
import { useEmbeddedWallet } from '../useEmbeddedWallet.ts'
import { type Job, useWork } from '../useWork.ts'

type Step = 'wait' | 'send' | 'open'

/** views.md §10: for a frame that requires device approval before it sends a code. */
export default function EmailVerifyDevice({ params, signal }: ViewProps<'EmailVerifyDevice'>) {
  const t = useMessages()
  const { back, replace, showSnack } = useCommands()
  const wallet = useEmbeddedWallet()
  const waiting = useWork<Step>(signal, 'waiting')
  // The first link stays valid until another one has actually been sent.
  const sending = useWork<Step>(signal, 'sending')
  const waitS = useCountdown(() => wallet?.emailCooldownS() ?? 0)
  // A page can open any view without its parameters.
  const email = params?.email ?? ''

  const wait: Job<Step> = async (embedded, running) => {
    try {
      await embedded.waitForDevice(running.signal)
    } catch (error) {
      if (frameFailureOf(error) !== 'deviceRefused' || running.signal.aborted) throw error
      showSnack({ variant: 'error', text: failureText(t, error) })
      back()
      return 'wait'
    }
    running.signal.throwIfAborted()
    replace('EmailVerifyOtp', { email })
    return 'wait'
  }
  useEffect(() => waiting.begin('wait', wait))

  const resend = () =>
    sending.run('send', async (embedded, running) => {
      const next = await embedded.connectEmail(email, running.signal)
      if (next === 'CONNECT') return openWallet(embedded, running, 'open')
      running.signal.throwIfAborted()
      showSnack({ variant: 'success', text: t('email.resent') })
      if (next === 'VERIFY_OTP') replace('EmailVerifyOtp', { email })
      else void waiting.runInstead('wait', wait)
    })
  if (sending.doing === 'open' || sending.failure?.during === 'open') {
    const retry = () => sending.run('open', (embedded, running) => openWallet(embedded, running, 'open'))
    return <OpeningStep failure={sending.failure} onRetry={() => void retry()} />
  }
  return (
    <DeviceStep
      email={email}
      failure={waiting.failure}
      resendFailure={sending.failure}
      isSending={sending.doing !== undefined}
      waitS={waitS}
      onResend={() => void resend()}
    />
  )
}
