import { serializeError, type ViewProps } from '@portico/contracts'
import { formatFee, formatFiat } from '@portico/contracts/money'
import {
  Button,
  errorText,
  Note,
  Skeleton,
  useCommands,
  useLocale,
  useMessages,
  useStyles,
} from '@portico/contracts/ui'
import { Stack } from '@portico/contracts/ui/forms'
import { feeWorthOf, ReviewButtons, Steps, selectTopUps, TopUp } from '@portico/contracts/ui/money'
import { useSelector } from 'react-redux'
import { NOTHING } from '../approval.ts'
import { impactLevel } from '../formulas.ts'
import type { Wish } from '../plan.ts'
import { shownAmount } from '../shownAmount.ts'
import type { SwapsHostState } from '../swapsSlice.ts'
import { holdingOf } from '../token.ts'
import { type Review, useReview } from '../useReview.ts'
import { Ends } from './Ends.tsx'
import { ImpactWarning } from './ImpactWarning.tsx'
import { InWords } from './InWords.tsx'
import { NothingToSwap } from './NothingToSwap.tsx'
import { impactOf, SwapFacts } from './SwapFacts.tsx'
import sheet from './SwapPreview.css'

/** An older quote no longer reflects the market. */
const PLAN_LIFETIME_MS = 30_000

/** views.md §19: a step-by-step review, before the wallet is asked. */
export default function SwapPreview({ signal }: ViewProps<'SwapPreview'>) {
  useStyles(sheet)
  const t = useMessages()
  const locale = useLocale()
  const { back } = useCommands()
  const review = useReview(signal)
  const { wish, holdings, isApproving, isAsking, planned, plan, price, again, sign } = review
  if (!wish) return <NothingToSwap />

  const { network, from, to, amount, slippageBps } = wish
  const { nativeCurrency, caipNetworkId } = network
  const paid = from.address === undefined ? amount : 0n
  const isShort = plan !== undefined && plan.coins < plan.fee + paid
  const fee = plan && formatFee(plan.fee, nativeCurrency, locale)
  const coinPrice = holdingOf(holdings, { caipNetworkId })?.price
  const feeWorth = plan && feeWorthOf(plan.fee, { decimals: nativeCurrency.decimals, price: coinPrice })
  const impact = plan && impactOf({ from, to, amount, quoted: plan.quoted, prices: plan.prices })

  const isDanger = plan?.step === 'swap' && impactLevel(impact) === 'danger'
  const goOn = () => {
    if (!plan || isAsking) return
    if (Date.now() - plan.at > PLAN_LIFETIME_MS) return again()
    if (price.before !== undefined) return price.accept()
    if (isDanger && !price.isWarned) return price.warn()
    void sign(plan)
  }
  return (
    <Stack>
      <Ends from={from} to={to} amount={amount} received={plan?.quoted} />
      <Progress review={review} wish={wish} />
      {plan ? (
        <>
          <SwapFacts
            from={from}
            to={to}
            amount={amount}
            quoted={plan.quoted}
            prices={plan.prices}
            slippageBps={slippageBps}
            {...(plan.step === 'swap' && { minimum: plan.minimum })}
            fee={feeWorth ? `${fee} (${formatFiat(feeWorth, locale)})` : fee}
            network={network.name}
          />
          <ImpactWarning impact={impact} />
          {isApproving ? null : <InWords plan={plan} />}
        </>
      ) : planned ? null : (
        <Skeleton count={3} />
      )}
      <Advice review={review} wish={wish} missingFee={isShort ? fee : undefined} />
      <ReviewButtons>
        <Button kind="secondary" onPress={back} testId="swap-cancel-button">
          {t('swaps.cancel')}
        </Button>
        <Button onPress={goOn} disabled={!plan || isShort} busy={isAsking || isApproving} testId="swap-action-button">
          {t(actionLabel(review, isDanger))}
        </Button>
      </ReviewButtons>
    </Stack>
  )
}

/** The message key for what the button does. */
function actionLabel({ isApproving, plan, price }: Review, isDanger: boolean): string {
  if (isApproving) return 'swaps.button.approving'
  if (price.before !== undefined) return 'swaps.button.acceptPrice'
  if (plan?.step === 'approve') return 'swaps.button.approve'
  if (plan?.step === 'reset') return 'swaps.button.reset'
  if (!isDanger) return 'swaps.button.swap'
  return price.isWarned ? 'swaps.button.swapCertain' : 'swaps.button.swapAnyway'
}

interface OfReview {
  readonly review: Review
  readonly wish: Wish
}

/** The steps of a swap that needs an approval. */
function Progress({ review: { approval, isApproving, plan }, wish }: OfReview) {
  const t = useMessages()
  const locale = useLocale()
  const isApproved = plan?.step === 'swap'
  const isReset = isApproving ? approval?.note?.amount === NOTHING : plan?.step === 'reset'
  const hasSteps = (plan && !isApproved) || isApproving || approval?.phase === 'confirmed'
  if (!hasSteps) return null
  return (
    <Steps
      label={t('swaps.steps')}
      steps={[
        ...(isReset ? [{ label: t('swaps.step.reset'), state: 'now' as const }] : []),
        {
          label: t('swaps.step.approve', { amount: shownAmount(wish.amount, wish.from, locale) }),
          state: isApproved ? 'done' : isReset ? 'later' : 'now',
        },
        { label: t('swaps.step.swap'), state: isApproved ? 'now' : 'later' },
      ]}
    />
  )
}

interface AdviceProps extends OfReview {
  /** The network's fee, if the account cannot pay it. */
  readonly missingFee: string | undefined
}

/** The obstacle to the swap, or else what happens next. */
function Advice({ review: { approval, planned, plan, price, again }, wish, missingFee }: AdviceProps) {
  const t = useMessages()
  const locale = useLocale()
  const topUps = useSelector((state: SwapsHostState) => selectTopUps(state))
  const { symbol } = wish.network.nativeCurrency
  if (planned && 'error' in planned) {
    return (
      <Note
        title={errorText(t, serializeError(planned.error, 'service.unreachable'))}
        action={{ label: t('swaps.retry'), onPress: again, testId: 'swap-retry' }}
      />
    )
  }
  if (planned?.value.step === 'noRoute') return <Note title={t('swaps.button.insufficientLiquidity')} />
  if (price.before !== undefined && plan) {
    return (
      <Note
        title={t('swaps.priceChanged')}
        detail={t('swaps.priceChanged.detail', {
          before: shownAmount(price.before, wish.to, locale),
          now: shownAmount(plan.quoted, wish.to, locale),
        })}
      />
    )
  }
  if (missingFee !== undefined) {
    return (
      <>
        <Note title={t('swaps.fee.short', { symbol, fee: missingFee })} />
        <TopUp label={t('swaps.topUp', { symbol })} ways={topUps} />
      </>
    )
  }
  const isFailedApproval = approval !== undefined && ['failed', 'dropped', 'replaced'].includes(approval.phase)
  if (isFailedApproval && plan?.step !== 'swap') return <Note title={t('swaps.approvalFailed')} />
  return (
    <p className="SwapPreview-note">
      {plan?.step === 'reset' ? t('swaps.reset', { symbol: wish.from.symbol }) : t('swaps.note')}
    </p>
  )
}
