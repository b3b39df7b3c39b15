import type { ComponentProps } from 'react'
import { Skeleton } from '../Skeleton.tsx'

interface LoadingProps extends ComponentProps<typeof Skeleton> {
  /** What is loading. The label is read aloud. */
  readonly label: string
  readonly testId?: string
}

/** Placeholders with a name that says what is loading. */
export function Loading({ label, testId, ...placeholders }: LoadingProps) {
  return (
    <div role="status" aria-label={label} data-testid={testId}>
      <Skeleton {...placeholders} />
    </div>
  )
}
