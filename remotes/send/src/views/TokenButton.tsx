import type { Holding } from '@portico/contracts'
import { Icon, Picture, useMessages, useStyles } from '@portico/contracts/ui'
import sheet from './TokenButton.css'

interface TokenButtonProps {
  readonly holding: Holding | undefined
  readonly onPress: () => void
  /** The token comes from a site's request. */
  readonly disabled?: boolean
}

/** The chosen token; opens the token list. */
export function TokenButton({ holding, onPress, disabled }: TokenButtonProps) {
  useStyles(sheet)
  const t = useMessages()
  return (
    <button type="button" className="TokenButton" data-testid="send-token-button" disabled={disabled} onClick={onPress}>
      {holding ? <Picture name={holding.symbol || holding.name} src={holding.iconUrl} size={24} shape="round" /> : null}
      <span className="TokenButton-name">{holding ? holding.symbol : t('send.select')}</span>
      {disabled ? null : <Icon name="chevron" />}
    </button>
  )
}
