import type { ReactNode } from 'react'
import { useStyles } from './hostContext.ts'
import sheet from './LoadingRing.css'

interface LoadingRingProps {
  readonly children: ReactNode
  readonly state?: 'running' | 'failed'
  /** The shape of the picture inside the ring: networks are round, wallets are rounded squares. */
  readonly shape?: 'logo' | 'round'
}

/** A ring that runs around a logo while the modal waits for someone else. After a failure, it is still and red. */
export function LoadingRing({ children, state = 'running', shape = 'logo' }: LoadingRingProps) {
  useStyles(sheet)
  const ring = { x: 2, y: 2, width: 100, height: 100, rx: shape === 'round' ? 50 : 28, pathLength: 100 }
  return (
    <span className={`LoadingRing LoadingRing-${state}`}>
      <svg className="LoadingRing-svg" viewBox="0 0 104 104" aria-hidden="true">
        <rect className="LoadingRing-track" {...ring} />
        <rect className="LoadingRing-line" {...ring} />
      </svg>
      {children}
    </span>
  )
}
