import { Button, Icon, LoadingRing, useMessages, useStyles } from '@portico/contracts/ui'
import { AskAgain } from './AskAgain.tsx'
import sheet from './DeviceStep.css'
import { failureText, isErrorOf } from './failures.ts'
import { SentTo } from './SentTo.tsx'

interface DeviceStepProps {
  readonly email: string
  /** Why the view no longer waits for the link. */
  readonly failure?: { readonly error: unknown } | undefined
  /** Why no other link was sent. The view still waits for the first link. */
  readonly resendFailure?: { readonly error: unknown } | undefined
  readonly isSending?: boolean
  readonly onResend: () => void
  /** Seconds until another link can be requested. */
  readonly waitS: number
}

/** Waits for the visitor to follow the mailed link that approves this device. */
export function DeviceStep({ email, failure, resendFailure, isSending, onResend, waitS }: DeviceStepProps) {
  useStyles(sheet)
  const t = useMessages()
  const textOf = (error: unknown) =>
    isErrorOf(error, 'frame.requestTimedOut') ? t('email.device.late') : failureText(t, error)
  const wait = waitS > 0 ? t('email.resendIn', { seconds: waitS }) : undefined
  const problem = resendFailure ?? failure
  return (
    <div className="DeviceStep">
      <LoadingRing state={failure ? 'failed' : 'running'} shape="round">
        <Icon name="desktop" size={24} />
      </LoadingRing>
      <SentTo text={t('email.device.sentTo')} email={email} />
      {problem ? (
        <p className="DeviceStep-failure" role="alert">
          {textOf(problem.error)}
        </p>
      ) : (
        <p className="DeviceStep-detail" role="status">
          {t('email.device.detail')}
        </p>
      )}
      {failure ? (
        <Button kind="secondary" icon="retry" disabled={wait !== undefined} busy={isSending} onPress={onResend}>
          {wait ?? t('email.device.new')}
        </Button>
      ) : (
        <AskAgain
          question={t('email.code.missing')}
          label={wait ?? t('email.device.resend')}
          disabled={wait !== undefined || isSending}
          onPress={onResend}
        />
      )}
    </div>
  )
}
