import { truncateMiddle } from '@portico/contracts'
import { Icon, useMessages, useStyles } from '@portico/contracts/ui'
import { memo } from 'react'
import type { Entry } from '../entry.ts'
import { shownMovements } from '../shownMovements.ts'
import { iconOf, useTexts } from '../useTexts.ts'
import sheet from './EntryRow.css'

interface EntryRowProps {
  readonly entry: Entry
  /** Called with the transaction's hash. */
  readonly onPress: (hash: string) => void
}

/** A transaction's row: type, time, counterparty and amounts. It fetches nothing. */
export const EntryRow = memo(function EntryRow({ entry, onPress }: EntryRowProps) {
  useStyles(sheet)
  const t = useMessages()
  const { typeOf, statusOf, dayOf, shortAmountOf } = useTexts()
  const { status, movements, from, to, hash } = entry
  const icon = iconOf(entry)
  const isIncoming = movements.length > 0 && movements.every(({ direction }) => direction === 'in')
  const other = isIncoming ? from : to
  const who = other && t(isIncoming ? 'activity.from' : 'activity.to', { address: truncateMiddle(other, 4, 4) })
  return (
    <button
      type="button"
      className="EntryRow"
      data-testid="activity-entry"
      data-hash={hash}
      onClick={() => onPress(hash)}
    >
      <span className={`EntryRow-icon${icon === 'alert' ? ' EntryRow-alert' : ''}`}>
        <Icon name={icon} />
      </span>
      <span className="EntryRow-text">
        <span className="EntryRow-what">
          <bdi className="EntryRow-type">{typeOf(entry)}</bdi>
          {status === 'confirmed' ? null : (
            <span
              className={`EntryRow-status${status === 'failed' ? ' EntryRow-status-failed' : ''}`}
              data-status={status}
            >
              {statusOf(entry)}
            </span>
          )}
        </span>
        <span className="EntryRow-detail">
          {dayOf(entry)}
          {who ? ` · ${who}` : ''}
        </span>
      </span>
      <span className="EntryRow-amounts">
        {shownMovements(movements).map((movement, index) => (
          <bdi
            // biome-ignore lint/suspicious/noArrayIndexKey: there are two at most, and they may be alike
            key={index}
            className={`EntryRow-amount${movement.direction === 'in' ? ' EntryRow-in' : ''}`}
          >
            {shortAmountOf(movement)}
          </bdi>
        ))}
      </span>
    </button>
  )
})
