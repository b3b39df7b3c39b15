import { truncateMiddle } from '@portico/contracts'
import { AddressText, Icon, useCommands, useMessages, useStyles } from '@portico/contracts/ui'
import sheet from './AddressCopy.css'

interface AddressCopyProps {
  readonly address: string
  readonly className?: string
  readonly testId?: string
}

/** An account's address with a copy button. */
export function AddressCopy({ address, className = 'AddressCopy', testId }: AddressCopyProps) {
  useStyles(sheet)
  const t = useMessages()
  const { copy } = useCommands()
  return (
    <button
      type="button"
      className={className}
      data-testid={testId}
      aria-label={t('host.account.copy', { address: truncateMiddle(address, 6, 4) })}
      onClick={() => void copy(address, t('host.account.copied'))}
    >
      <AddressText address={address} />
      <Icon name="copy" size={16} />
    </button>
  )
}
