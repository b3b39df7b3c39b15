import {
  type HostState,
  selectAccount,
  selectActiveNetwork,
  selectTransactions,
  serializeError,
  type ViewProps,
} from '@portico/contracts'
import {
  Button,
  errorText,
  Note,
  Row,
  RowList,
  Statement,
  useCommands,
  useLocale,
  useMessages,
  useStyles,
} from '@portico/contracts/ui'
import { Loading, Stack } from '@portico/contracts/ui/forms'
import { useMemo } from 'react'
import { useSelector } from 'react-redux'
import { byDanger, dangerOf } from '../danger.ts'
import type { Gap, Grant, Reading } from '../grant.ts'
import { useReading } from '../useReading.ts'
import { atRiskOf, gapOf, lineOf, whatOf, whoOf } from '../words.ts'
import sheet from './AccountSafety.css'

const TAGS = { high: 'caution', medium: 'caution', low: 'neutral' } as const

/** What the account has allowed others to do on the active network, the most dangerous first. */
export default function AccountSafety({ signal }: ViewProps<'AccountSafety'>) {
  useStyles(sheet)
  const t = useMessages()
  const account = useSelector((state: HostState) => selectAccount(state))
  const network = useSelector((state: HostState) => selectActiveNetwork(state))
  const { answer, again, lookBack, isLooking } = useReading(account, network, signal)
  if (!account || !network) return null
  if (!answer) return <Loading label={t('safety.loading')} testId="safety-loading" count={3} />
  if ('error' in answer) {
    const said = errorText(t, serializeError(answer.error, 'service.unreachable'))
    return (
      <Note
        title={t('safety.failed')}
        detail={said}
        action={{ label: t('safety.again'), onPress: again, testId: 'safety-again' }}
      />
    )
  }
  return (
    <Stack data-testid="safety-reading">
      <Gaps gaps={answer.value.gaps} onLookBack={lookBack} isLooking={isLooking} />
      <Found reading={answer.value} network={network.name} />
      <Button kind="secondary" onPress={again} testId="safety-again">
        {t('safety.again')}
      </Button>
    </Stack>
  )
}

function Found({ reading: { grants, gaps }, network }: { readonly reading: Reading; readonly network: string }) {
  const t = useMessages()
  const now = useMemo(() => Date.now(), [])
  if (grants.length === 0) {
    // Only what was read completely can be said to be empty.
    return gaps.length > 0 ? (
      <p data-testid="safety-partly-empty">{t('safety.empty.partly')}</p>
    ) : (
      <Statement
        picture="check"
        tone="positive"
        title={t('safety.empty')}
        detail={t('safety.empty.detail', { network })}
        role="status"
      />
    )
  }
  return (
    <RowList label={t('safety.list')}>
      {byDanger(grants, now).map((grant) => (
        <GrantRow key={grant.id} grant={grant} now={now} />
      ))}
    </RowList>
  )
}

function GrantRow({ grant, now }: { readonly grant: Grant; readonly now: number }) {
  const t = useMessages()
  const locale = useLocale()
  const { navigate } = useCommands()
  const isPending = useSelector((state: HostState) =>
    selectTransactions(state).some(
      ({ phase, note }) =>
        phase === 'pending' &&
        note?.type === 'approve' &&
        note.amount === '0' &&
        note.to === grant.spender &&
        note.token === grant.token,
    ),
  )
  const { level } = dangerOf(grant, now)
  const tag = isPending
    ? ({ text: t('safety.pending'), kind: 'neutral' } as const)
    : ({ text: t(`safety.level.${level}`), kind: TAGS[level] } as const)
  return (
    <Row
      label={whatOf(t, locale, grant)}
      detail={lineOf(whoOf(grant), atRiskOf(t, locale, grant))}
      tag={tag}
      disabled={isPending}
      testId={`safety-${grant.kind}`}
      onPress={() => navigate('AccountSafetyRevoke', grant)}
    />
  )
}

interface GapsProps {
  readonly gaps: readonly Gap[]
  readonly onLookBack: (before: bigint) => void
  readonly isLooking: boolean
}

/** What could not be read. */
function Gaps({ gaps, onLookBack, isLooking }: GapsProps) {
  const t = useMessages()
  if (gaps.length === 0) return null
  return (
    <div className="AccountSafety-gaps">
      {gaps.map((gap) => (
        <Note
          key={gap.type}
          title={gapOf(t, gap)}
          {...(gap.type === 'older' &&
            !isLooking && {
              action: {
                label: t('safety.gap.older.action'),
                onPress: () => onLookBack(gap.block),
                testId: 'safety-look-back',
              },
            })}
        />
      ))}
    </div>
  )
}
