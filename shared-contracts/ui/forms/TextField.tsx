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
  /** What is typed here always reads from left to right, as does the box around it. */
  readonly dir?: 'ltr'
  /** What comes after the typed text, if it is known. */
  readonly ending?: string | undefined
  /** Something is under way: what was typed stays, and nothing can be sent. */
  readonly isBusy: boolean
  /** What is under way, where no words stand beside the field. */
  readonly busyLabel?: string
  readonly disabled?: boolean
  /** The way on, in the field itself. Without one something else leads on. */
  readonly submitLabel?: string | undefined
  /** What is wrong, in red and read aloud. */
  readonly problem?: string | undefined
  /** Instead of a problem. One that is `role="status"` keeps the height of its line while it is empty. */
  readonly hint?: ReactNode
  readonly testId: string
  readonly submitTestId?: string
}

/** What a view asks to have typed. It takes the focus, and its Enter key leads on. */
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
    // After the frame, which gives the focus to a view that is new.
    queueMicrotask(() => input.current?.focus())
  }, [])
  return (
    <form
      className="TextField"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // The button that was pressed is about to go.
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
