import { type Network, truncateMiddle } from '@portico/contracts'
import { useMessages } from '@portico/contracts/ui'
import type { Receiver } from '../receiver/useReceiver.ts'
import type { ReceiverWarning } from '../receiver/warnings.ts'
import { ReceiverWarnings } from './ReceiverWarnings.tsx'

const PROBLEMS = {
  disputedName: 'send.receiver.disputedName',
  unchecked: 'send.receiver.unchecked',
  unknownName: 'send.receiver.unknownName',
  unreachable: 'send.receiver.unreachable',
} as const

interface ReceiverNotesProps {
  readonly receiver: Receiver
  readonly warnings: readonly ReceiverWarning[]
  readonly network: Network | undefined
}

/** Notes below the receiver: the resolved name and warnings. */
export function ReceiverNotes({ receiver, warnings, network }: ReceiverNotesProps) {
  const t = useMessages()
  if (receiver.status === 'otherFamily') {
    const { family } = receiver
    return (
      <p className="ReceiverField-danger">{t('send.receiver.otherFamily', { family, network: network?.name ?? '' })}</p>
    )
  }
  if (receiver.status === 'otherNetwork') {
    return <p className="ReceiverField-danger">{t('send.receiver.otherNetwork', { network: network?.name ?? '' })}</p>
  }
  if (receiver.status in PROBLEMS) {
    return <p className="ReceiverField-danger">{t(PROBLEMS[receiver.status as keyof typeof PROBLEMS])}</p>
  }
  if (receiver.status !== 'valid') return null
  const { name, address } = receiver
  return (
    <>
      {name === undefined ? null : (
        <p title={address}>{t('send.receiver.resolved', { name, address: truncateMiddle(address, 8, 8) })}</p>
      )}
      <ReceiverWarnings warnings={warnings} />
    </>
  )
}
