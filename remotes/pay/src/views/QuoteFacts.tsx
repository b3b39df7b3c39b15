import type { Network } from '@portico/contracts'
import { formatFee } from '@portico/contracts/money'
import { Skeleton, useLocale, useMessages } from '@portico/contracts/ui'
import { Facts } from '@portico/contracts/ui/money'
import type { Bill } from '../bill/bill.ts'
import { isDirect, type ReadyPlan } from '../plan/plan.ts'
import { shownAmount } from '../shownAmount.ts'

interface QuoteFactsProps {
  readonly bill: Bill
  readonly network: Network
  /** Absent while the plan is being prepared. */
  readonly plan: ReadyPlan | undefined
}

/** Amount, fees and total: exact, or the maximum. */
export function QuoteFacts({ bill, network, plan }: QuoteFactsProps) {
  const t = useMessages()
  const locale = useLocale()
  const coin = network.nativeCurrency
  const waiting = <Skeleton shape="text" />
  const coins = (units: bigint) => formatFee(units, coin, locale)
  const totalOf = ({ wish: { source }, most, fee }: ReadyPlan) =>
    source.address === undefined ? coins(most + fee) : `${shownAmount(most, source, locale)} + ${coins(fee)}`
  return (
    <Facts
      facts={[
        { label: t('pay.fact.pay'), value: shownAmount(BigInt(bill.amount), bill.token, locale) },
        ...(plan && !isDirect(plan.wish)
          ? [
              {
                label: t('pay.fact.most', { symbol: plan.wish.source.symbol }),
                value: shownAmount(plan.most, plan.wish.source, locale),
                testId: 'pay-most',
              },
            ]
          : []),
        ...(plan?.fees ?? []).map(({ label, amount, ...unit }) => ({
          label,
          value: shownAmount(amount, unit, locale),
        })),
        { label: t('pay.fact.fee'), value: plan ? coins(plan.fee) : waiting, testId: 'pay-fee' },
        { label: t('pay.fact.total'), value: plan ? totalOf(plan) : waiting, testId: 'pay-total' },
      ]}
    />
  )
}
