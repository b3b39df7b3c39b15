import type { ViewProps } from '@portico/contracts'
import { explorerLink } from '@portico/contracts/chains/explorerLink'
import { Button, Statement, useCommands, useMessages, useStyles } from '@portico/contracts/ui'
import { Stack } from '@portico/contracts/ui/forms'
import type { ReactNode } from 'react'
import { toShown } from '../shownMovements.ts'
import { useActivity } from '../useActivity.ts'
import { useTexts } from '../useTexts.ts'
import { hashKey } from '../withSent.ts'
import sheet from './TransactionDetails.css'

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="TransactionDetails-fact">
      <dt className="TransactionDetails-label">{label}</dt>
      <dd className="TransactionDetails-value">{children}</dd>
    </div>
  )
}

/** Everything known about one transaction, untruncated. Updates as the chain progresses. */
export default function TransactionDetails({ params }: ViewProps<'TransactionDetails'>) {
  useStyles(sheet)
  const t = useMessages()
  const { copy } = useCommands()
  const { typeOf, statusOf, momentOf, amountOf } = useTexts()
  const activity = useActivity()
  if (!activity) return null
  const { timeline, network } = activity
  const wanted = hashKey(params?.hash ?? '')
  const entry = [...timeline.pending, ...timeline.past].find(({ hash }) => hashKey(hash) === wanted)
  if (!entry) {
    return (
      <Statement
        picture="activity"
        title={t('activity.details.unknown')}
        detail={t('activity.details.unknown.hint')}
        role="status"
      />
    )
  }
  const { hash, from, to, movements } = entry
  const link = explorerLink(network, 'tx', hash)
  return (
    <Stack data-hash={hash}>
      <div className="TransactionDetails-what">
        <bdi className="TransactionDetails-type">{typeOf(entry)}</bdi>
        {movements.length > 0 ? (
          <ul className="TransactionDetails-amounts" aria-label={t('activity.details.amounts')}>
            {movements.map((movement, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: movements may be alike, and never change places
              <li key={index} className={movement.direction === 'in' ? 'TransactionDetails-in' : undefined}>
                <bdi>{amountOf(toShown(movement))}</bdi>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      <dl className="TransactionDetails-facts">
        <Fact label={t('activity.details.status')}>
          <span data-testid="activity-status">{statusOf(entry)}</span>
        </Fact>
        <Fact label={t('activity.details.date')}>{momentOf(entry)}</Fact>
        <Fact label={t('activity.details.from')}>
          <bdi dir="ltr">{from}</bdi>
        </Fact>
        {to ? (
          <Fact label={t('activity.details.to')}>
            <bdi dir="ltr">{to}</bdi>
          </Fact>
        ) : null}
        <Fact label={t('activity.details.network')}>{network.name}</Fact>
        <Fact label={t('activity.details.hash')}>
          <bdi dir="ltr" data-testid="activity-hash">
            {hash}
          </bdi>
        </Fact>
      </dl>
      <Stack gap={2}>
        <Button
          kind="secondary"
          icon="copy"
          testId="activity-copy"
          onPress={() => void copy(hash, t('activity.copied'))}
        >
          {t('activity.copy')}
        </Button>
        {link ? (
          <Button
            kind="secondary"
            icon="external"
            testId="activity-explorer"
            onPress={() => window.open(link, '_blank', 'noopener,noreferrer')}
          >
            {t('activity.details.explorer')}
          </Button>
        ) : null}
      </Stack>
    </Stack>
  )
}
