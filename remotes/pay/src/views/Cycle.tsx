import type { PaymentPhase } from '@portico/contracts'
import { useLocale, useMessages, useStyles } from '@portico/contracts/ui'
import { Steps } from '@portico/contracts/ui/money'
import sheet from './Cycle.css'

/** Longer estimates are not credible and not shown. */
const SECONDS_MAX = 3_600

interface CycleProps {
  readonly phase: PaymentPhase
  /** Whether the payment's transaction is known. */
  readonly isSent: boolean
  /** Whether another asset was swapped for the payment. */
  readonly isSwapped: boolean
  /** Estimated duration; absent if unknown. */
  readonly seconds?: number | undefined
}

/** views.md §21: the completed and remaining steps, with an estimate. */
export function Cycle({ phase, isSent, isSwapped, seconds = 0 }: CycleProps) {
  useStyles(sheet)
  const t = useMessages()
  const locale = useLocale()
  const isFailed = phase === 'failed'
  // A payment that was never sent has no steps, and the steps of a lost payment are unknown.
  if (phase === 'lost' || (isFailed && !isSent)) return null
  const isDone = phase === 'success'
  const steps = [
    { label: t('pay.step.paid'), isDone: phase === 'pending' || isDone },
    ...(isSwapped ? [{ label: t('pay.step.swapped'), isDone }] : []),
    { label: t('pay.step.received'), isDone },
  ]
  const now = isFailed ? -1 : steps.findIndex((step) => !step.isDone)
  const isTimed = phase === 'pending' && seconds > 0 && seconds <= SECONDS_MAX
  const time = () =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: 'second', maximumFractionDigits: 0 }).format(seconds)
  const badge = isDone
    ? t('pay.cycle.completed')
    : isFailed
      ? t('pay.cycle.failed')
      : isTimed
        ? t('pay.cycle.estimate', { time: time() })
        : undefined
  return (
    <div className="Cycle">
      <p className="Cycle-head">
        {t('pay.cycle')}
        {badge ? (
          <span className="Cycle-badge" data-testid="pay-cycle-badge">
            {badge}
          </span>
        ) : null}
      </p>
      <Steps
        label={t('pay.cycle')}
        steps={steps.map(({ label, isDone: isOver }, index) => ({
          label,
          state: isOver ? 'done' : index === now ? 'now' : 'later',
        }))}
      />
    </div>
  )
}
