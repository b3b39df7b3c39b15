import { EMAIL_MAX } from '@portico/contracts/embeddedWallet/email'
import { Icon, useMessages, useStyles } from '@portico/contracts/ui'
import { useEffect, useId, useRef } from 'react'
import sheet from './EmailField.css'
import { Spinner } from './Spinner.tsx'

/** views.md §6.2: the way on appears with more characters than that. */
const SHORT = 3

interface EmailFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onSubmit: () => void
  readonly isBusy: boolean
  /** What is wrong, in red and read aloud. */
  readonly problem?: string | undefined
  readonly hint?: string
  /** The way on is in the field itself; otherwise a button of the view leads on. */
  readonly hasSubmit?: boolean
}

export function EmailField({ value, onChange, onSubmit, isBusy, problem, hint, hasSubmit }: EmailFieldProps) {
  useStyles(sheet)
  const t = useMessages()
  const lineId = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // After the frame, which gives the focus to a view that is new.
    queueMicrotask(() => input.current?.focus())
  }, [])
  return (
    <form
      className="EmailField"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // The button that was pressed is about to go.
        input.current?.focus()
        if (!isBusy) onSubmit()
      }}
    >
      <div className={problem ? 'EmailField-box EmailField-wrong' : 'EmailField-box'}>
        <input
          ref={input}
          className="EmailField-input"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          enterKeyHint="go"
          spellCheck={false}
          // Spaces around it are typed or pasted by many, and do no harm.
          maxLength={EMAIL_MAX * 2}
          aria-label={t('email.label')}
          aria-invalid={problem ? true : undefined}
          aria-describedby={lineId}
          placeholder={t('email.placeholder')}
          data-testid="wui-email-input"
          readOnly={isBusy}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        {isBusy ? (
          <Spinner label={t('email.sending')} />
        ) : hasSubmit && value.trim().length > SHORT ? (
          <button type="submit" className="EmailField-submit" aria-label={t('email.submit')}>
            <Icon name="chevron" />
          </button>
        ) : null}
      </div>
      <div id={lineId} className="EmailField-line">
        {problem ? (
          <p className="EmailField-problem" role="alert">
            {problem}
          </p>
        ) : hint ? (
          <p>{hint}</p>
        ) : null}
      </div>
    </form>
  )
}
