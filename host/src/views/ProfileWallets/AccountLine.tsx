import { type ChainNamespace, type ConnectionAccount, truncateMiddle } from '@portico/contracts'
import { AddressText, Icon, useCommands, useMessages } from '@portico/contracts/ui'

const KINDS: Readonly<Partial<Record<NonNullable<ConnectionAccount['type']>, string>>> = {
  eoa: 'host.profile.eoa',
  payment: 'host.profile.payment',
  ordinal: 'host.profile.ordinals',
  smartAccount: 'host.profile.smartAccount',
  stx: 'host.profile.stacks',
}

interface AccountLineProps {
  readonly namespace: ChainNamespace
  readonly account: ConnectionAccount
}

/** An address with its account type and a copy button. */
export function AccountLine({ namespace, account: { address, type } }: AccountLineProps) {
  const t = useMessages()
  const { copy } = useCommands()
  // "EOA" is an EVM term.
  const kind = type && (type !== 'eoa' || namespace === 'eip155') ? KINDS[type] : undefined
  return (
    <span className="ProfileWallets-account">
      <button
        type="button"
        className="ProfileWallets-address"
        aria-label={t('host.account.copy', { address: truncateMiddle(address, 6, 4) })}
        onClick={() => void copy(address, t('host.account.copied'))}
      >
        <AddressText address={address} />
        <Icon name="copy" size={16} />
      </button>
      {kind ? <span className="ProfileWallets-kind">{t(kind)}</span> : null}
    </span>
  )
}
