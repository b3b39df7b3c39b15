import { CODE_LIFETIME_MS } from '@portico/contracts/embeddedWallet/oneTimeCodes'
import { Button, Icon, useMessages, useStyles } from '@portico/contracts/ui'
import { Spinner } from '@portico/contracts/ui/forms'
import { type ReactNode, useId } from 'react'
import sheet from './CodeForm.css'
import { CodeInput } from './CodeInput.tsx'
import { failureText, frameFailureOf, isCodeSpent } from './failures.ts'
import { SentTo } from './SentTo.tsx'
import type { Work } from './useWork.ts'

const MINUTE_MS = 60_000

interface CodeFormProps {
  /** Address that the code was sent to. */
  readonly email: string
  readonly work: Work<string>
  readonly onCode: (code: string) => void
  /** Sends another code. Offered once the code that was sent is used up or expired. */
  readonly onNewCode: () => void
  /** Seconds until another code can be requested. */
  readonly waitS: number
  /** Lets the visitor enter another address. Offered when this address is unavailable. */
  readonly onOtherAddress?: () => void
  /** The resend link at the bottom. */
  readonly children: ReactNode
}

/** Entry of the mailed one-time code: six boxes, checked as soon as all are full. */
export function CodeForm({ email, work, onCode, onNewCode, waitS, onOtherAddress, children }: CodeFormProps) {
  useStyles(sheet)
  const t = useMessages()
  const lineId = useId()
  const { doing, failure, round } = work
  const failed = failure && failureText(t, failure.error)

  const spent = (
    <p className="CodeForm-spent" role="alert">
      <Icon name="alert" />
      {failed}
    </p>
  )
  if (frameFailureOf(failure?.error) === 'emailTaken') {
    return (
      <div className="CodeForm">
        {spent}
        <Button onPress={() => onOtherAddress?.()}>{t('email.update.other')}</Button>
      </div>
    )
  }
  if (failure && isCodeSpent(failure.error)) {
    return (
      <div className="CodeForm">
        {spent}
        <SentTo text={t('email.code.newTo')} email={email} />
        <Button disabled={waitS > 0} onPress={onNewCode}>
          {waitS > 0 ? t('email.resendIn', { seconds: waitS }) : t('email.code.new')}
        </Button>
      </div>
    )
  }
  return (
    <div className="CodeForm">
      <SentTo text={t('email.code.sentTo')} email={email} />
      <CodeInput
        key={round}
        isBusy={doing !== undefined}
        isInvalid={frameFailureOf(failure?.error) === 'codeWrong'}
        describedBy={lineId}
        onComplete={onCode}
      />
      <div id={lineId} className="CodeForm-line">
        {failed ? (
          <p className="CodeForm-failure" role="alert">
            {failed}
          </p>
        ) : doing ? (
          <p className="CodeForm-doing" role="status">
            <Spinner />
            {doing === 'send' ? t('email.sending') : t('email.checking')}
          </p>
        ) : (
          <p>{t('email.code.lifetime', { minutes: CODE_LIFETIME_MS / MINUTE_MS })}</p>
        )}
      </div>
      {children}
    </div>
  )
}
