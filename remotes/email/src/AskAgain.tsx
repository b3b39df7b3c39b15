import { useStyles } from '@portico/contracts/ui'
import sheet from './AskAgain.css'

interface AskAgainProps {
  readonly question: string
  readonly label: string
  readonly onPress: () => void
  readonly disabled?: boolean
}

/** The resend link below a step, for mail that does not arrive. */
export function AskAgain({ question, label, onPress, disabled }: AskAgainProps) {
  useStyles(sheet)
  return (
    <p className="AskAgain">
      {question}{' '}
      <button type="button" className="AskAgain-action" disabled={disabled} onClick={() => onPress()}>
        {label}
      </button>
    </p>
  )
}
