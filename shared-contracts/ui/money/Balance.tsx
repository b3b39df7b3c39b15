import { useStyles } from '../hostContext.ts'
import sheet from './Balance.css'

interface BalanceProps {
  /** The balance, in the visitor's language. */
  readonly text: string
  /** The full number, of which `text` may be a shortened form. */
  readonly exact: string
  /** Enters the whole balance into the field. Absent when that is not possible. */
  readonly max?:
    | {
        readonly text: string
        /** Read aloud in place of the button's text. */
        readonly label: string
        readonly isAsking: boolean
        readonly testId: string
        readonly onPress: () => void
      }
    | undefined
}

/** The balance beside an amount field. */
export function Balance({ text, exact, max }: BalanceProps) {
  useStyles(sheet)
  return (
    <span className="Balance">
      <span title={exact}>{text}</span>
      {max ? (
        <button
          type="button"
          className="Balance-max"
          aria-label={max.label}
          aria-busy={max.isAsking || undefined}
          data-testid={max.testId}
          onClick={max.onPress}
        >
          {max.text}
        </button>
      ) : null}
    </span>
  )
}
