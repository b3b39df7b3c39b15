import { useStyles } from '@portico/contracts/ui'
import sheet from './AskAgain.css'

interface AskAgainProps {
  readonly question: string
  readonly label: string
  readonly onPress: () => void
  readonly disabled?: boolean
}

/** The small way out below a step, for when what it waits for does not come. */
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
