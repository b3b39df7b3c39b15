import type { ViewProps } from '@portico/contracts'
import {
  Button,
  errorText,
  Note,
  Statement,
  useCommands,
  useLocale,
  useMessages,
  useStyles,
} from '@portico/contracts/ui'
import { Loading, Stack } from '@portico/contracts/ui/forms'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type ListRow, rowsOf, type Tail } from '../rows.ts'
import { type Activity, useActivity } from '../useActivity.ts'
import { EntryRow } from './EntryRow.tsx'
import sheet from './Transactions.css'
import { VirtualRows } from './VirtualRows.tsx'

/** views.md §20 */
const PLACEHOLDERS = 7
/** How many rows ahead the next page is requested; low enough that a first page of fifty does not trigger it. */
const AHEAD = 40
/** Consecutive empty pages after which loading stops until the visitor asks for more. */
const BARREN_MAX = 10

/** Scroll positions to restore on return, keyed by the stack entry's signal. */
const left = new WeakMap<AbortSignal, { current: number }>()

function tailOf({ next, moreError, barren }: Activity['list']): Tail | undefined {
  if (next === undefined) return undefined
  if (moreError) return 'failed'
  return barren < BARREN_MAX ? 'awaited' : 'more'
}

/** An empty list, and why it is empty. */
function Nothing({ activity: { list, network, refresh } }: { activity: Activity }) {
  const t = useMessages()
  if (list.error && !list.entries) {
    return (
      <Statement
        picture="alert"
        tone="danger"
        title={t('activity.failed')}
        detail={errorText(t, list.error)}
        role="alert"
      >
        <Button kind="secondary" icon="retry" testId="activity-retry" onPress={refresh}>
          {t('activity.retry')}
        </Button>
      </Statement>
    )
  }
  if (!list.entries) return <Loading label={t('activity.loading')} count={PLACEHOLDERS} />
  return (
    <div data-testid="empty-activity-state">
      {list.isUnserved ? (
        <Statement
          picture="activity"
          title={t('activity.unserved', { network: network.name })}
          detail={t('activity.unserved.hint')}
          role="status"
        />
      ) : (
        <Statement
          picture="activity"
          title={t('activity.empty')}
          detail={t('activity.empty.hint', { network: network.name })}
          role="status"
        />
      )}
    </div>
  )
}

function Row({ row, onShow, goOn }: { row: ListRow; onShow: (hash: string) => void; goOn: () => void }) {
  const t = useMessages()
  if (row.kind === 'entry') return <EntryRow entry={row.entry} onPress={onShow} />
  if (row.kind === 'title') {
    return (
      <div data-testid="month-indexes">
        <h2 className="Transactions-title" data-testid="group-title">
          {row.text}
        </h2>
      </div>
    )
  }
  if (row.kind === 'awaited') {
    return (
      <div className="Transactions-awaited">
        <Loading label={t('activity.loading')} />
      </div>
    )
  }
  return (
    <div className="Transactions-tail">
      {row.kind === 'failed' ? (
        <Note
          title={t('activity.more.failed')}
          action={{ label: t('activity.retry'), onPress: goOn, testId: 'activity-more-retry' }}
        />
      ) : (
        <Button kind="quiet" testId="activity-more" onPress={goOn}>
          {t('activity.more')}
        </Button>
      )}
    </div>
  )
}

function List({ activity, scrollTop }: { activity: Activity; scrollTop: { current: number } }) {
  const t = useMessages()
  const locale = useLocale()
  const { navigate } = useCommands()
  const { list, timeline, goOn, network } = activity
  const tail = tailOf(list)
  const pendingTitle = t('activity.pending')
  const rows = useMemo(
    () => rowsOf(timeline, tail, { locale, now: Date.now(), pendingTitle }),
    [timeline, tail, locale, pendingTitle],
  )
  const [lastSeen, setLastSeen] = useState(0)
  const isNearEnd = tail === 'awaited' && lastSeen + AHEAD >= rows.length
  useEffect(() => {
    if (isNearEnd && !list.isGoingOn) goOn()
  }, [isNearEnd, list.isGoingOn, goOn])
  const onShow = useCallback((hash: string) => void navigate('TransactionDetails', { hash }), [navigate])

  return (
    <VirtualRows
      rows={rows}
      label={t('activity.list', { network: network.name })}
      isOpenEnded={tail !== undefined}
      scrollTop={scrollTop}
      onSeen={setLastSeen}
    >
      {(row) => <Row row={row} onShow={onShow} goOn={goOn} />}
    </VirtualRows>
  )
}

/** views.md §20: the active account's transactions on the active network, newest first. */
export default function Transactions({ signal }: ViewProps<'Transactions'>) {
  useStyles(sheet)
  const t = useMessages()
  const scrollTop = useRef(left.get(signal)?.current ?? 0)
  useEffect(() => () => void left.set(signal, { current: scrollTop.current }), [signal])
  const activity = useActivity()
  if (!activity) return null

  const { list, timeline, refresh } = activity
  const hasRows = timeline.pending.length + timeline.past.length > 0 || list.next !== undefined
  if (!hasRows) return <Nothing activity={activity} />
  return (
    <Stack gap={3}>
      {list.error ? (
        <Note
          title={t('activity.stale')}
          detail={errorText(t, list.error)}
          action={{ label: t('activity.retry'), onPress: refresh, testId: 'activity-retry' }}
        />
      ) : null}
      <List activity={activity} scrollTop={scrollTop} />
    </Stack>
  )
}
