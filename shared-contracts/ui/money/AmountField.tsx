import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useStyles } from '../hostContext.ts'
import { Icon } from '../Icon.tsx'
import sheet from './AmountField.css'
import { FieldBox } from './FieldBox.tsx'

interface AmountFieldProps {
  /** The accessible name of the field. */
  readonly label: string
  /** The text as typed, in the format of the visitor's locale. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onSubmit?: () => void
  /** The token, shown after the number. */
  readonly unit?: string | undefined
  /** The content at the end of the line, such as the choice of a token. */
  readonly trailing?: ReactNode
  /** The worth of the amount, below the field on one side. The balance is on the other side. */
  readonly worth?: string | undefined
  readonly beside?: ReactNode
  /** Called when the worth is pressed; switches to the other unit. */
  readonly onWorthPress?: { readonly label: string; readonly onPress: () => void; readonly testId: string } | undefined
  /** The problem, which is shown in red in place of `worth` and read aloud. */
  readonly problem?: string | undefined
  readonly isReadOnly?: boolean
  readonly takesFocus?: boolean
  readonly testId: string
}

/** The longest text: no amount of a token is longer. */
const LENGTH_MAX = 60

/** An amount, large and in tabular figures. It stays exactly as it was typed. */
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
    // This runs after the frame has moved the focus to the new view.
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
