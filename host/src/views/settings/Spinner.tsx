import { useStyles } from '@portico/contracts/ui'
import sheet from './Spinner.css'

/** Something is on its way; what it is stands beside it in words. */
export function Spinner() {
  useStyles(sheet)
  return <span className="Spinner" aria-hidden="true" />
}
