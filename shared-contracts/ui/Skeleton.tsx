import { useEffect, useState } from 'react'
import { useStyles } from './hostContext.ts'
import sheet from './Skeleton.css'

const SHOW_AFTER_MS = 150

/** A placeholder in the content's shape. It appears after 150 ms, so content that loads quickly does not flicker. */
export function Skeleton({
  shape = 'row',
  count = 1,
}: {
  shape?: 'row' | 'text' | 'amount' | 'square'
  count?: number
}) {
  useStyles(sheet)
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SHOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <span className="Skeleton-group" aria-hidden="true" data-skeleton={shape}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <span key={index} className={`Skeleton Skeleton-${shape}${isShown ? ' Skeleton-shown' : ''}`} />
      ))}
    </span>
  )
}
