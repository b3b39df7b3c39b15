import type { ReactNode } from 'react'
import type { Holding } from '../../src/index.ts'
import { useStyles } from '../hostContext.ts'
import { Icon } from '../Icon.tsx'
import { Picture } from '../Picture.tsx'
import sheet from './Choice.css'

interface ChoiceProps {
  readonly children: ReactNode
  readonly kind?: 'plain' | 'token'
  /** The accessible name. Absent when the content is enough. */
  readonly label?: string
  readonly disabled?: boolean | undefined
  readonly testId: string
  readonly onPress: () => void
}

/** The current choice, at the end of a line. Pressing it opens the alternatives. */
export function Choice({ children, kind = 'plain', label, disabled, testId, onPress }: ChoiceProps) {
  useStyles(sheet)
  return (
    <button
      type="button"
      className={kind === 'token' ? 'Choice Choice-token' : 'Choice'}
      aria-label={label}
      data-testid={testId}
      disabled={disabled}
      onClick={onPress}
    >
      {children}
      {disabled ? null : <Icon name="chevron" />}
    </button>
  )
}

interface TokenChoiceProps extends Pick<ChoiceProps, 'disabled' | 'testId' | 'onPress'> {
  readonly token: Pick<Holding, 'name' | 'symbol' | 'iconUrl'> | undefined
  /** Shown while no token is chosen. */
  readonly placeholder: string
}

/** The chosen token. Pressing it opens the list of tokens. */
export function TokenChoice({ token, placeholder, ...button }: TokenChoiceProps) {
  return (
    <Choice kind="token" {...button}>
      {token ? <Picture name={token.symbol || token.name} src={token.iconUrl} size={24} shape="round" /> : null}
      <span className="Choice-symbol">{token ? token.symbol : placeholder}</span>
    </Choice>
  )
}
