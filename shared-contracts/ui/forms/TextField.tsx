import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useStyles } from '../hostContext.ts'
import { Icon } from '../Icon.tsx'
import { Spinner } from './Spinner.tsx'
import sheet from './TextField.css'

interface TextFieldProps {
  readonly type: 'text' | 'email'
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onSubmit: () => void
  readonly maxLength: number
  /** For input that always reads from left to right. The box around it then does so as well. */
  readonly dir?: 'ltr'
  /** A suggested end of the typed text, if known. */
  readonly ending?: string | undefined
  /** True while an action is in progress: the typed text stays, but cannot be sent. */
  readonly isBusy: boolean
  /** The name of the action in progress, for when there is no text next to the field. */
  readonly busyLabel?: string
  readonly disabled?: boolean
  /** The label of the submit button inside the field. Without it, another control submits. */
  readonly submitLabel?: string | undefined
  /** The problem, which is shown in red and read aloud. */
  readonly problem?: string | undefined
  /** Shown while there is no problem. With `role="status"`, it keeps its height while empty. */
  readonly hint?: ReactNode
  readonly testId: string
  readonly submitTestId?: string
}

/** The main text input of a view. It takes the focus, and Enter submits the text. */
export function TextField({
  type,
  label,
  placeholder,
  value,
  onChange,
  onSubmit,
  maxLength,
  dir,
  ending,
  isBusy,
  busyLabel,
  disabled,
  submitLabel,
  problem,
  hint,
  testId,
  submitTestId,
}: TextFieldProps) {
  useStyles(sheet)
  const lineId = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // This runs after the frame has moved the focus to the new view.
    queueMicrotask(() => input.current?.focus())
  }, [])
  return (
    <form
      className="TextField"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // Otherwise the focus would be lost, because the pressed button is about to disappear.
        input.current?.focus()
        if (!isBusy && !disabled) onSubmit()
      }}
    >
      <div className={problem ? 'TextField-box TextField-wrong' : 'TextField-box'} dir={dir}>
        <input
          ref={input}
          className="TextField-input"
          type={type}
          autoComplete={type === 'email' ? 'email' : 'off'}
          autoCapitalize="none"
          enterKeyHint="go"
          spellCheck={false}
          maxLength={maxLength}
          aria-label={label}
          aria-invalid={problem ? true : undefined}
          aria-describedby={lineId}
          placeholder={placeholder}
          data-testid={testId}
          disabled={disabled}
          readOnly={isBusy}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        {ending ? <span className="TextField-ending">{ending}</span> : null}
        {isBusy ? (
          <Spinner label={busyLabel} />
        ) : submitLabel ? (
          <button type="submit" className="TextField-submit" aria-label={submitLabel} data-testid={submitTestId}>
            <Icon name="chevron" />
          </button>
        ) : null}
      </div>
      <div id={lineId} className="TextField-line">
        {problem ? (
          <p className="TextField-problem" role="alert">
            {problem}
          </p>
        ) : (
          hint
        )}
      </div>
    </form>
  )
}
