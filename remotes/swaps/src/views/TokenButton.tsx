import { Icon, Picture, useMessages, useStyles } from '@portico/contracts/ui'
import type { Side } from '../swapsSlice.ts'
import type { Token } from '../token.ts'
import sheet from './TokenButton.css'

interface TokenButtonProps {
  readonly token: Token | undefined
  readonly target: Side
  readonly onPress: () => void
}

/** The chosen token; opens the token list. */
export function TokenButton({ token, target, onPress }: TokenButtonProps) {
  useStyles(sheet)
  const t = useMessages()
  const testId = token ? `swap-input-token-${target}` : `swap-select-token-button-${target}`
  return (
    <button type="button" className="TokenButton" data-testid={testId} onClick={onPress}>
      {token ? <Picture name={token.symbol} src={token.iconUrl} size={24} shape="round" /> : null}
      <span className="TokenButton-name">{token ? token.symbol : t('swaps.select')}</span>
      <Icon name="chevron" />
    </button>
  )
}
