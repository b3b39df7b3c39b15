import { useStyles } from '../hostContext.ts'
import sheet from './Spinner.css'

/** Shows that something is in progress. `label` is its name, for when there is no text next to it. */
export function Spinner({ label }: { label?: string | undefined }) {
  useStyles(sheet)
  return label === undefined ? (
    <span className="Spinner" aria-hidden="true" />
  ) : (
    <span className="Spinner" role="status" aria-label={label} />
  )
}
