import { truncateMiddle } from '@portico/contracts'
import { Avatar, Row, RowList, useMessages } from '@portico/contracts/ui'

/** Few enough to take in at a glance. */
const SHOWN_MAX = 3

interface RecentReceiversProps {
  readonly addresses: readonly string[]
  readonly onChoose: (address: string) => void
}

/** Receivers that the visitor has paid before. */
export function RecentReceivers({ addresses, onChoose }: RecentReceiversProps) {
  const t = useMessages()
  return (
    <RowList label={t('send.recent')}>
      {addresses.slice(0, SHOWN_MAX).map((address) => (
        <Row
          key={address}
          label={truncateMiddle(address, 8, 8)}
          leading={<Avatar address={address} />}
          trailing="none"
          testId="send-recent-receiver"
          onPress={() => onChoose(address)}
        />
      ))}
    </RowList>
  )
}
