import type { ReactNode } from 'react'

interface WarningProps {
  readonly isWarning?: boolean | undefined
  /** True when money may be lost. */
  readonly isDanger?: boolean | undefined
  readonly children: ReactNode
}

/** A sentence about a request. A warning stands out. */
export function Warning({ isWarning, isDanger, children }: WarningProps) {
  const kind = isWarning || isDanger ? 'RequestPreview-line RequestPreview-warning' : 'RequestPreview-hint'
  return <p className={isDanger ? `${kind} RequestPreview-danger` : kind}>{children}</p>
}
