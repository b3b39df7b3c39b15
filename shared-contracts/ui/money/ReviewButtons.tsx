import type { ReactNode } from 'react'
import { useStyles } from '../hostContext.ts'
import sheet from './ReviewButtons.css'

/** The way out and the way on, at the end of a review. Both stay in sight, however much there is to read above them. */
export function ReviewButtons({ children }: { readonly children: ReactNode }) {
  useStyles(sheet)
  return <div className="ReviewButtons">{children}</div>
}
