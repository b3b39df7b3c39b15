import { Icon, useStyles } from '@portico/contracts/ui'
import type { ReactNode } from 'react'
import sheet from './OnRampChoice.css'

interface OnRampChoiceProps {
  readonly label: string
  readonly children: ReactNode
  readonly onPress: () => void
  readonly testId: string
}

/** What is chosen, at the end of a line; leads to what else could be. */
export function OnRampChoice({ label, children, onPress, testId }: OnRampChoiceProps) {
  useStyles(sheet)
  return (
    <button type="button" className="OnRampChoice" aria-label={label} data-testid={testId} onClick={onPress}>
      {children}
      <Icon name="chevron" />
    </button>
  )
}
