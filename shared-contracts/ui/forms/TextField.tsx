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
  /** For input that always reads from left to right, like the box around it. */
  readonly dir?: 'ltr'
  /** The completion of the typed text, if known. */
  readonly ending?: string | undefined
  /** An action is in progress: the typed text stays, and cannot be sent. */
  readonly isBusy: boolean
  /** Names the action in progress when there is no text beside the field. */
  readonly busyLabel?: string
  readonly disabled?: boolean
  /** The label of the submit button inside the field. Without it, another control submits. */
  readonly submitLabel?: string | undefined
  /** The problem, in red and read aloud. */
  readonly problem?: string | undefined
  /** Replaces the problem's line. With `role="status"` it keeps the line's height while empty. */
  readonly hint?: ReactNode
  readonly testId: string
  readonly submitTestId?: string
}

/** A view's main text input. It takes the focus, and Enter submits. */
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
    // After the frame, which moves the focus to a new view.
    queueMicrotask(() => input.current?.focus())
  }, [])
  return (
    <form
      className="TextField"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // The pressed button is about to disappear.
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
