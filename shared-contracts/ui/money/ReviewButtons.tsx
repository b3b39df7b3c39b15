import type { ReactNode } from 'react'
import { useStyles } from '../hostContext.ts'
import sheet from './ReviewButtons.css'

/**
 * The buttons to cancel and to continue at the end of a review. Both stay visible, however long the content above them.
 */
export function ReviewButtons({ children }: { readonly children: ReactNode }) {
  useStyles(sheet)
  return <div className="ReviewButtons">{children}</div>
}
