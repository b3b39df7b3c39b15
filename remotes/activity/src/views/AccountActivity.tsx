import { Button, errorText, Note, Statement, useCommands, useMessages, useStyles } from '@portico/contracts/ui'
import { Loading, Stack } from '@portico/contracts/ui/forms'
import { useCallback } from 'react'
import { useActivity } from '../useActivity.ts'
import sheet from './AccountActivity.css'
import { EntryRow } from './EntryRow.tsx'

/** The number of rows that fit next to the tabs without scrolling. */
const SHOWN = 3

/** views.md §11.1: the latest activity, in its own account tab; `Transactions` has the full list. */
export default function AccountActivity() {
  useStyles(sheet)
  const t = useMessages()
  const { navigate } = useCommands()
  const onShow = useCallback((hash: string) => void navigate('TransactionDetails', { hash }), [navigate])
  const activity = useActivity()
  if (!activity) return null

  const { list, timeline, network, refresh } = activity
  const all = [...timeline.pending, ...timeline.past]
  const isAwaited = !list.entries && !list.error && all.length === 0
  return (
    <Stack gap={2}>
      {list.error ? (
        <Note
          title={list.entries ? t('activity.stale') : t('activity.failed')}
          detail={errorText(t, list.error)}
          action={{ label: t('activity.retry'), onPress: refresh, testId: 'activity-retry' }}
        />
      ) : null}
      {isAwaited ? (
        <Loading label={t('activity.loading')} count={SHOWN} />
      ) : all.length > 0 ? (
        <ul className="AccountActivity-list" aria-label={t('activity.list', { network: network.name })}>
          {all.slice(0, SHOWN).map((entry) => (
            <li key={entry.id}>
              <EntryRow entry={entry} onPress={onShow} />
            </li>
          ))}
        </ul>
      ) : list.error ? null : (
        <div data-testid="empty-account-state">
          {list.isUnserved ? (
            <Statement
              title={t('activity.unserved', { network: network.name })}
              detail={t('activity.unserved.hint')}
              role="status"
            />
          ) : (
            <Statement
              title={t('activity.account.empty')}
              detail={t('activity.empty.hint', { network: network.name })}
              role="status"
            />
          )}
        </div>
      )}
      <Button kind="quiet" testId="w3m-account-default-activity-button" onPress={() => navigate('Transactions')}>
        {t('activity.all')}
      </Button>
    </Stack>
  )
}
