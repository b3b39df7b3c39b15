import { useStyles } from '@portico/contracts/ui'
import type { ReactNode } from 'react'
import sheet from './SwapNote.css'

/** A quiet sentence between the parts of a view. */
export function SwapNote({ children }: { readonly children: ReactNode }) {
  useStyles(sheet)
  return <p className="SwapNote">{children}</p>
}
