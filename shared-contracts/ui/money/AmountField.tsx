import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useStyles } from '../hostContext.ts'
import { Icon } from '../Icon.tsx'
import sheet from './AmountField.css'
import { FieldBox } from './FieldBox.tsx'

interface AmountFieldProps {
  /** The accessible name of the field. */
  readonly label: string
  /** As typed, in the format of the visitor's locale. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onSubmit?: () => void
  /** The token, shown after the number. */
  readonly unit?: string | undefined
  /** The end of the line, such as the choice of the token. */
  readonly trailing?: ReactNode
  /** Below the field: its worth on one side, the balance on the other. */
  readonly worth?: string | undefined
  readonly beside?: ReactNode
  /** Switches to the other unit when the worth is pressed. */
  readonly onWorthPress?: { readonly label: string; readonly onPress: () => void; readonly testId: string } | undefined
  /** The problem, in red and read aloud, in place of `worth`. */
  readonly problem?: string | undefined
  readonly isReadOnly?: boolean
  readonly takesFocus?: boolean
  readonly testId: string
}

/** No token's amount is longer. */
const LENGTH_MAX = 60

/** An amount: large, in tabular figures, and kept exactly as typed. */
export function AmountField({
  label,
  value,
  onChange,
  onSubmit,
  unit,
  trailing,
  worth,
  onWorthPress,
  beside,
  problem,
  isReadOnly,
  takesFocus,
  testId,
}: AmountFieldProps) {
  useStyles(sheet)
  const lineId = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // After the frame, which moves the focus to a new view.
    if (takesFocus) queueMicrotask(() => input.current?.focus())
  }, [takesFocus])
  return (
    <FieldBox
      isWrong={Boolean(problem)}
      onSubmit={onSubmit}
      row={
        <>
          <label className="AmountField-box">
            <input
              ref={input}
              className="AmountField-input"
              type="text"
              inputMode="decimal"
              autoComplete="off"
              spellCheck={false}
              enterKeyHint="next"
              dir="ltr"
              maxLength={LENGTH_MAX}
              placeholder="0"
              aria-label={label}
              aria-invalid={problem ? true : undefined}
              aria-describedby={lineId}
              data-testid={testId}
              readOnly={isReadOnly}
              value={value}
              onChange={(event) => onChange(event.target.value)}
            />
            {unit ? <span className="AmountField-unit">{unit}</span> : null}
          </label>
          {trailing}
        </>
      }
    >
      <div className="AmountField-line" id={lineId}>
        {problem ? (
          <p className="AmountField-problem" role="alert">
            {problem}
          </p>
        ) : (
          <span className="AmountField-worth">{worth}</span>
        )}
        {onWorthPress ? (
          <button
            type="button"
            className="AmountField-turn"
            aria-label={onWorthPress.label}
            title={onWorthPress.label}
            data-testid={onWorthPress.testId}
            onClick={onWorthPress.onPress}
          >
            <Icon name="swap" />
          </button>
        ) : null}
        {beside}
      </div>
    </FieldBox>
  )
}
