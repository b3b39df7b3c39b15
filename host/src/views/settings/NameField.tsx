import { Icon, useMessages, useStyles } from '@portico/contracts/ui'
import { useEffect, useId, useRef } from 'react'
import { LABEL_MAX } from './labelProblem.ts'
import sheet from './NameField.css'
import { Spinner } from './Spinner.tsx'

interface NameFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onSubmit: () => void
  /** What comes after the label, with its full stop; undefined while nobody knows. */
  readonly zone: string | undefined
  /** Nothing can be typed: something is under way. */
  readonly isBusy: boolean
  readonly disabled: boolean
  /** The way on, as soon as there is one. */
  readonly submitLabel: string | undefined
  /** What is wrong, in red and read aloud. */
  readonly problem: string | undefined
  readonly hint: string | undefined
}

/** The part of a name that its owner chooses. Names are read from left to right everywhere. */
export function NameField({
  value,
  onChange,
  onSubmit,
  zone,
  isBusy,
  disabled,
  submitLabel,
  problem,
  hint,
}: NameFieldProps) {
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
      className="NameField"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // The button that was pressed is about to go.
        input.current?.focus()
        if (!isBusy && !disabled) onSubmit()
      }}
    >
      <div className={problem ? 'NameField-box NameField-wrong' : 'NameField-box'} dir="ltr">
        <input
          ref={input}
          className="NameField-input"
          type="text"
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="go"
          spellCheck={false}
          maxLength={LABEL_MAX}
          aria-label={t('host.name.label')}
          aria-invalid={problem ? true : undefined}
          aria-describedby={lineId}
          placeholder={t('host.name.placeholder')}
          data-testid="wui-ens-input"
          disabled={disabled}
          readOnly={isBusy}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        {zone ? <span className="NameField-zone">{zone}</span> : null}
        {isBusy ? (
          <Spinner />
        ) : submitLabel ? (
          <button type="submit" className="NameField-submit" aria-label={submitLabel} data-testid="wui-ens-submit">
            <Icon name="chevron" />
          </button>
        ) : null}
      </div>
      <div id={lineId} className="NameField-line">
        {problem ? (
          <p className="NameField-problem" role="alert">
            {problem}
          </p>
        ) : (
          <p role="status">{hint}</p>
        )}
      </div>
    </form>
  )
}
