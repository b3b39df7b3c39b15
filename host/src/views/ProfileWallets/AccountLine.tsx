import type { ChainNamespace, ConnectionAccount } from '@portico/contracts'
import { useMessages } from '@portico/contracts/ui'
import { AddressCopy } from '../AddressCopy.tsx'

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
  // "EOA" is a term of EVM only.
  const kind = type && (type !== 'eoa' || namespace === 'eip155') ? KINDS[type] : undefined
  return (
    <span className="ProfileWallets-account">
      <AddressCopy address={address} className="ProfileWallets-address" />
      {kind ? <span className="ProfileWallets-kind">{t(kind)}</span> : null}
    </span>
  )
}
