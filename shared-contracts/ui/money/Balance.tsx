import { useStyles } from '../hostContext.ts'
import sheet from './Balance.css'

interface BalanceProps {
  /** The balance in the visitor's words. */
  readonly text: string
  /** The full number, which `text` may shorten. */
  readonly exact: string
  /** Fills in the whole balance; absent: not available. */
  readonly max?:
    | {
        readonly text: string
        /** Read aloud in place of `text`. */
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
