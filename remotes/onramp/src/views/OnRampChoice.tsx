import { Icon, useStyles } from '@portico/contracts/ui'
import type { ReactNode } from 'react'
import sheet from './OnRampChoice.css'

interface OnRampChoiceProps {
  readonly label: string
  readonly children: ReactNode
  readonly onPress: () => void
  readonly testId: string
}

/** The current choice at the end of a line; pressing it opens the alternatives. */
export function OnRampChoice({ label, children, onPress, testId }: OnRampChoiceProps) {
  useStyles(sheet)
  return (
    <button type="button" className="OnRampChoice" aria-label={label} data-testid={testId} onClick={onPress}>
      {children}
      <Icon name="chevron" />
    </button>
  )
}
