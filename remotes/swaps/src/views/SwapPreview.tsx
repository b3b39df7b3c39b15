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
import { feeWorthOf, ReviewButtons, selectTopUps, TopUp } from '@portico/contracts/ui/money'
import { useEffect, useRef } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { approvalOf, NOTHING } from '../approval.ts'
import { impactLevel } from '../formulas.ts'
import { shownAmount } from '../shownAmount.ts'
import { gasPlanned, type SwapsHostState } from '../swapsSlice.ts'
import { holdingOf } from '../token.ts'
import { usePlan } from '../usePlan.ts'
import { usePrice } from '../usePrice.ts'
import { useSigning } from '../useSigning.ts'
import { useHoldings, useSwap } from '../useSwap.ts'
import { Ends } from './Ends.tsx'
import { ImpactWarning } from './ImpactWarning.tsx'
import { InWords } from './InWords.tsx'
import { NothingToSwap } from './NothingToSwap.tsx'
import { Steps } from './Steps.tsx'
import { impactOf, SwapFacts } from './SwapFacts.tsx'
import sheet from './SwapPreview.css'

/** An older quote no longer reflects the market. */
const PLAN_LIFETIME_MS = 30_000

/** views.md §19: a step-by-step review, before the wallet is asked. */
export default function SwapPreview({ signal }: ViewProps<'SwapPreview'>) {
  useStyles(sheet)
  const t = useMessages()
  const locale = useLocale()
  const dispatch = useDispatch()
  const { back } = useCommands()
  const { sign, isAsking } = useSigning(signal)
  useHoldings()
  const { account, network, from, to, amount, slippageBps, holdings } = useSwap()
  const wish =
    account && network && from && to && typeof amount === 'bigint'
      ? { account: account.address, network, from, to, amount, slippageBps }
      : undefined
  const approval = useSelector((state: SwapsHostState) => approvalOf(state, wish))
  const topUps = useSelector((state: SwapsHostState) => selectTopUps(state))
  const isApproving = approval?.phase === 'pending'
  const [planned, again] = usePlan(wish, isApproving || isAsking)

  // After an approval the swap is requested at once.
  const phase = useRef(approval?.phase)
  useEffect(() => {
    if (phase.current === 'pending' && approval?.phase !== 'pending') again()
    phase.current = approval?.phase
  }, [approval?.phase, again])

  const plan = planned && 'value' in planned && planned.value.step !== 'noRoute' ? planned.value : undefined
  const price = usePrice(plan)
  // _Max_ keeps this gas back.
  useEffect(() => {
    if (plan?.step !== 'swap') return
    dispatch(gasPlanned({ caipNetworkId: plan.request.caipNetworkId, gas: String(plan.gas) }))
  }, [plan, dispatch])

  if (!wish || !network) return <NothingToSwap />
  const { nativeCurrency } = network
  const isNoRoute = planned !== undefined && 'value' in planned && planned.value.step === 'noRoute'
  const paid = wish.from.address === undefined ? wish.amount : 0n
  const isShort = plan !== undefined && plan.coins < plan.fee + paid
  const fee = plan && formatFee(plan.fee, nativeCurrency, locale)
  const { price: coinPrice } = holdingOf(holdings, { caipNetworkId: network.caipNetworkId }) ?? {}
  const feeWorth = plan && feeWorthOf(plan.fee, { decimals: nativeCurrency.decimals, price: coinPrice })
  const impact =
    plan && impactOf({ from: wish.from, to: wish.to, amount: wish.amount, quoted: plan.quoted, prices: plan.prices })
  const isFailedApproval = approval !== undefined && ['failed', 'dropped', 'replaced'].includes(approval.phase)
  const isApproved = plan?.step === 'swap'
  const isReset = isApproving ? approval.note?.amount === NOTHING : plan?.step === 'reset'
  const hasSteps = (plan && !isApproved) || isApproving || approval?.phase === 'confirmed'

  const isDanger = plan?.step === 'swap' && impactLevel(impact) === 'danger'
  const goOn = () => {
    if (!plan || isAsking) return
    if (Date.now() - plan.at > PLAN_LIFETIME_MS) return again()
    if (price.before !== undefined) return price.accept()
    if (isDanger && !price.isWarned) return price.warn()
    void sign(plan)
  }

  const label = isApproving
    ? 'swaps.button.approving'
    : price.before !== undefined
      ? 'swaps.button.acceptPrice'
      : plan?.step === 'approve'
        ? 'swaps.button.approve'
        : plan?.step === 'reset'
          ? 'swaps.button.reset'
          : !isDanger
            ? 'swaps.button.swap'
            : price.isWarned
              ? 'swaps.button.swapCertain'
              : 'swaps.button.swapAnyway'
  return (
    <div className="SwapPreview">
      <Ends from={wish.from} to={wish.to} amount={wish.amount} received={plan?.quoted} />
      {hasSteps ? (
        <Steps
          steps={[
            ...(isReset ? [{ label: t('swaps.step.reset'), state: 'now' as const }] : []),
            {
              label: t('swaps.step.approve', { amount: shownAmount(wish.amount, wish.from, locale) }),
              state: isApproved ? 'done' : isReset ? 'later' : 'now',
            },
            { label: t('swaps.step.swap'), state: isApproved ? 'now' : 'later' },
          ]}
        />
      ) : null}
      {plan ? (
        <>
          <SwapFacts
            from={wish.from}
            to={wish.to}
            amount={wish.amount}
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
      {planned && 'error' in planned ? (
        <Note
          title={errorText(t, serializeError(planned.error, 'service.unreachable'))}
          action={{ label: t('swaps.retry'), onPress: again, testId: 'swap-retry' }}
        />
      ) : isNoRoute ? (
        <Note title={t('swaps.button.insufficientLiquidity')} />
      ) : price.before !== undefined && plan ? (
        <Note
          title={t('swaps.priceChanged')}
          detail={t('swaps.priceChanged.detail', {
            before: shownAmount(price.before, wish.to, locale),
            now: shownAmount(plan.quoted, wish.to, locale),
          })}
        />
      ) : isShort && fee !== undefined ? (
        <>
          <Note title={t('swaps.fee.short', { symbol: nativeCurrency.symbol, fee })} />
          <TopUp label={t('swaps.topUp', { symbol: nativeCurrency.symbol })} ways={topUps} />
        </>
      ) : isFailedApproval && !isApproved ? (
        <Note title={t('swaps.approvalFailed')} />
      ) : plan?.step === 'reset' ? (
        <p className="SwapPreview-note">{t('swaps.reset', { symbol: wish.from.symbol })}</p>
      ) : (
        <p className="SwapPreview-note">{t('swaps.note')}</p>
      )}
      <ReviewButtons>
        <Button kind="secondary" onPress={back} testId="swap-cancel-button">
          {t('swaps.cancel')}
        </Button>
        <Button onPress={goOn} disabled={!plan || isShort} busy={isAsking || isApproving} testId="swap-action-button">
          {t(label)}
        </Button>
      </ReviewButtons>
    </div>
  )
}
