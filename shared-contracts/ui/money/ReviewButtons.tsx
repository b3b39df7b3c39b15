import type { ReactNode } from 'react'
import { useStyles } from '../hostContext.ts'
import sheet from './ReviewButtons.css'

/** The buttons at the end of a review, to cancel and continue. Both stay visible, however long the content above is. */
export function ReviewButtons({ children }: { readonly children: ReactNode }) {
  useStyles(sheet)
  return <div className="ReviewButtons">{children}</div>
}
