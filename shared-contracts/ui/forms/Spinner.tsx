import { useStyles } from '../hostContext.ts'
import sheet from './Spinner.css'

/** Something is on its way. `label` says what, where no words stand beside it. */
export function Spinner({ label }: { label?: string | undefined }) {
  useStyles(sheet)
  return label === undefined ? (
    <span className="Spinner" aria-hidden="true" />
  ) : (
    <span className="Spinner" role="status" aria-label={label} />
  )
}
