import { useStyles } from '../hostContext.ts'
import sheet from './Balance.css'

interface BalanceProps {
  /** How much there is, in the visitor's words. */
  readonly text: string
  /** The whole of the number, which `text` may cut short. */
  readonly exact: string
  /** What fills all of it in; absent: that is not to be had at a press. */
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

/** How much there is, beside the field of an amount. */
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
