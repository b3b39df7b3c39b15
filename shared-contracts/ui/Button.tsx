import type { ReactNode } from 'react'
import type { IconName, IconPath } from '../src/index.ts'
import sheet from './Button.css'
import { useStyles } from './hostContext.ts'
import { Icon } from './Icon.tsx'

interface ButtonProps {
  readonly children: ReactNode
  readonly onPress: () => void
  /** A view has at most one primary button. */
  readonly kind?: 'primary' | 'secondary' | 'quiet'
  readonly icon?: IconName | IconPath
  readonly disabled?: boolean
  /** True while an action that this button started is in progress. */
  readonly busy?: boolean
  readonly testId?: string
}

export function Button({ children, onPress, kind = 'primary', icon, disabled, busy, testId }: ButtonProps) {
  useStyles(sheet)
  return (
    <button
      type="button"
      className={`Button Button-${kind}`}
      disabled={disabled}
      aria-busy={busy || undefined}
      data-testid={testId}
      onClick={() => {
        if (!busy) onPress()
      }}
    >
      {icon ? <Icon name={icon} /> : null}
      <span>{children}</span>
    </button>
  )
}

interface IconButtonProps {
  readonly icon: IconName
  /** The accessible name, also shown as a tooltip. */
  readonly label: string
  readonly onPress: () => void
  readonly testId?: string
}

export function IconButton({ icon, label, onPress, testId }: IconButtonProps) {
  useStyles(sheet)
  return (
    <button
      type="button"
      className="Button-icon"
      aria-label={label}
      data-testid={testId}
      data-tooltip={label}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  )
}
