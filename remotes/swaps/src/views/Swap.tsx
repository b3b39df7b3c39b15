import { serializeError, type ViewProps } from '@portico/contracts'
import { amountText, formatFiat, localDecimal, readDecimal } from '@portico/contracts/money'
import {
  Button,
  errorText,
  IconButton,
  Note,
  Skeleton,
  useCommands,
  useLocale,
  useMessages,
  useStyles,
} from '@portico/contracts/ui'
import { Stack, useOpening, useTrack } from '@portico/contracts/ui/forms'
import { AmountField, Balance, selectTopUps, TokenChoice, TopUp } from '@portico/contracts/ui/money'
import { useDispatch, useSelector } from 'react-redux'
import { type ButtonState, buttonState } from '../buttonState.ts'
import type { SwapAmountProblem } from '../readAmount.ts'
import { aboutOf } from '../service.ts'
import { shownNumber, worthOf } from '../shownAmount.ts'
import { useIsSmartAccount } from '../swapEvents.ts'
import { amountTyped, priceAccepted, type Side, type SwapsHostState, turnedRound } from '../swapsSlice.ts'
import { holdingOf, idOf, type Token } from '../token.ts'
import { type ArgumentProblem, useArguments } from '../useArguments.ts'
import { useMax } from '../useMax.ts'
import { type Quote, useQuote } from '../useQuote.ts'
import { type SwapDraft, useHoldings, useSwap } from '../useSwap.ts'
import { useSwapNetworks } from '../useSwapNetworks.ts'
import { useTokens } from '../useTokens.ts'
import { ImpactWarning } from './ImpactWarning.tsx'
import { SlippageChoice } from './SlippageChoice.tsx'
import sheet from './Swap.css'
import { impactOf, SwapFacts } from './SwapFacts.tsx'
import { Unfinished } from './Unfinished.tsx'
import { UnsupportedNetwork } from './UnsupportedNetwork.tsx'

const AMOUNT_PROBLEMS: Readonly<Record<SwapAmountProblem, string>> = {
  malformed: 'swaps.amount.malformed',
  nothing: 'swaps.amount.nothing',
  tooLarge: 'swaps.amount.tooLarge',
  tooMuch: 'swaps.amount.tooMuch',
  tooPrecise: 'swaps.amount.tooPrecise',
}

const ARGUMENT_PROBLEMS: Readonly<Record<ArgumentProblem, string>> = {
  amount: 'swaps.arguments.amount',
  fromToken: 'swaps.arguments.fromToken',
  sameToken: 'swaps.arguments.sameToken',
  toToken: 'swaps.arguments.toToken',
}

const BUTTON_LABELS: Readonly<Record<ButtonState, string>> = {
  selectToken: 'swaps.button.selectToken',
  enterAmount: 'swaps.button.enterAmount',
  incorrectValue: 'swaps.button.incorrectValue',
  insufficientBalance: 'swaps.button.insufficientBalance',
  insufficientLiquidity: 'swaps.button.insufficientLiquidity',
  asking: 'swaps.button.asking',
  retry: 'swaps.button.retry',
  review: 'swaps.button.review',
}

/** The message about an invalid amount. */
function useAmountProblem({ amount, from, balance }: SwapDraft): string | undefined {
  const t = useMessages()
  const locale = useLocale()
  if (!from || amount === undefined || typeof amount === 'bigint') return undefined
  return t(AMOUNT_PROBLEMS[amount], {
    decimals: from.decimals,
    symbol: from.symbol,
    example: localDecimal('0.5', locale),
    amount: shownNumber(balance ?? 0n, from, locale),
  })
}

function Failure({ error, again }: { readonly error: unknown; readonly again: () => void }) {
  const t = useMessages()
  return (
    <Note
      title={errorText(t, serializeError(error, 'service.unreachable'))}
      action={{ label: t('swaps.retry'), onPress: again, testId: 'swap-retry' }}
    />
  )
}

/** views.md §19: the swap form. */
export default function Swap({ params, signal }: ViewProps<'Swap'>) {
  useStyles(sheet)
  const { networks, error, again } = useSwapNetworks()
  const draft = useSwap()
  const { account, network } = draft
  const isServed = networks?.some(({ caipNetworkId }) => caipNetworkId === network?.caipNetworkId)
  const list = useTokens(isServed ? network?.caipNetworkId : undefined)
  if (!account) return null
  if (!networks && error) return <Failure error={error} again={again} />
  if (!networks) return <Skeleton count={3} />
  if (!isServed) return <UnsupportedNetwork networks={networks} />
  if (list.error && !list.tokens) return <Failure error={list.error} again={list.again} />
  if (!list.tokens) return <Skeleton count={3} />
  return <SwapForm draft={draft} params={params} signal={signal} />
}

interface SwapFormProps extends Pick<ViewProps<'Swap'>, 'params' | 'signal'> {
  readonly draft: SwapDraft
}

function SwapForm({ draft, params, signal }: SwapFormProps) {
  const t = useMessages()
  const locale = useLocale()
  const dispatch = useDispatch()
  const { navigate } = useCommands()
  useHoldings()
  const isSmartAccount = useIsSmartAccount()
  useOpening(signal, 'OPEN_SWAP', { isSmartAccount, network: draft.network?.caipNetworkId })
  const problems = useArguments(params, draft.network, draft.tokens)
  const [quote, again] = useQuote(draft)
  const { form, from, to, amount, slippageBps } = draft
  const ready = quote.status === 'ready' ? quote.quote : undefined
  const sum = typeof amount === 'bigint' ? amount : undefined
  const state = buttonState({ from, to, amount, quote })

  const review = () => {
    if (draft.account && from && to && sum !== undefined && ready) {
      const about = aboutOf({ account: draft.account.address, from, to, amount: sum })
      dispatch(priceAccepted({ about, quoted: String(ready.received) }))
    }
    navigate('SwapPreview')
  }
  const goOn = () => {
    if (state === 'review') review()
    else if (state === 'retry') again()
    else if (state === 'selectToken') navigate('SwapSelectToken', { target: from ? 'toToken' : 'sourceToken' })
  }
  const turn = () => {
    const received = ready && to ? localDecimal(amountText(ready.received, to.decimals), locale) : '1'
    if (from && to) dispatch(turnedRound({ amount: received, from: idOf(from), to: idOf(to) }))
  }
  return (
    <Stack gap={3} data-state={state}>
      {problems.length > 0 ? (
        <Note title={t('swaps.arguments')} detail={problems.map((one) => t(ARGUMENT_PROBLEMS[one])).join(' ')} />
      ) : null}
      <PaidAmount draft={draft} quote={ready} onSubmit={goOn} signal={signal} />
      {from && to ? (
        <div className="Swap-turn">
          <IconButton icon="swap" label={t('swaps.turn')} testId="swap-turn-button" onPress={turn} />
        </div>
      ) : null}
      <ReceivedAmount to={to} quote={ready} />
      {from && to && ready && sum !== undefined ? (
        <>
          <SwapFacts
            from={from}
            to={to}
            amount={sum}
            quoted={ready.received}
            prices={ready.prices}
            slippageBps={slippageBps}
          />
          <ImpactWarning impact={impactOf({ from, to, amount: sum, quoted: ready.received, prices: ready.prices })} />
        </>
      ) : null}
      {quote.status === 'failed' ? (
        <Note
          title={t('swaps.quoteFailed')}
          detail={errorText(t, serializeError(quote.error, 'service.unreachable'))}
        />
      ) : null}
      {form.amount === '' && draft.account && draft.tokens ? (
        <Unfinished account={draft.account} tokens={draft.tokens} />
      ) : null}
      <SlippageChoice />
      <Button
        onPress={goOn}
        disabled={!['review', 'retry', 'selectToken'].includes(state)}
        busy={state === 'asking'}
        testId="swap-action-button"
      >
        {t(BUTTON_LABELS[state])}
      </Button>
    </Stack>
  )
}

/** The chosen token of one side; opens the token list for it. */
function TokenOf({ token, side }: { readonly token: Token | undefined; readonly side: Side }) {
  const t = useMessages()
  const track = useTrack()
  const { navigate } = useCommands()
  return (
    <TokenChoice
      token={token}
      placeholder={t('swaps.select')}
      testId={token ? `swap-input-token-${side}` : `swap-select-token-button-${side}`}
      onPress={() => {
        track('CLICK_SELECT_TOKEN_TO_SWAP')
        navigate('SwapSelectToken', { target: side })
      }}
    />
  )
}

interface PaidAmountProps extends Pick<SwapFormProps, 'draft' | 'signal'> {
  readonly quote: Quote | undefined
  readonly onSubmit: () => void
}

/** The paid amount, with the balance, and ways to add funds when the balance is too low. */
function PaidAmount({ draft, quote, onSubmit, signal }: PaidAmountProps) {
  const t = useMessages()
  const locale = useLocale()
  const dispatch = useDispatch()
  const max = useMax(draft, signal)
  const problem = useAmountProblem(draft)
  const topUps = useSelector((state: SwapsHostState) => selectTopUps(state))
  const { form, from, amount, balance, holdings } = draft
  const ownPrice = holdingOf(holdings, from)?.price
  const price = quote?.prices[0] ?? (ownPrice === undefined ? undefined : readDecimal(ownPrice))
  const worth = from && typeof amount === 'bigint' ? worthOf(amount, from, price) : undefined
  return (
    <>
      <AmountField
        label={from ? t('swaps.pay', { symbol: from.symbol }) : t('swaps.pay.any')}
        value={form.amount}
        onChange={(text) => dispatch(amountTyped(text))}
        onSubmit={onSubmit}
        trailing={<TokenOf token={from} side="sourceToken" />}
        worth={worth ? formatFiat(worth, locale) : undefined}
        problem={problem}
        takesFocus
        testId="swap-input-sourceToken"
        beside={
          from && balance !== undefined ? (
            <Balance
              text={t('swaps.balance', { amount: shownNumber(balance, from, locale) })}
              exact={amountText(balance, from.decimals)}
              max={
                balance > 0n
                  ? {
                      text: t('swaps.max'),
                      label: t('swaps.max.label'),
                      isAsking: max.state === 'asking',
                      testId: 'swap-max-button',
                      onPress: max.fill,
                    }
                  : undefined
              }
            />
          ) : null
        }
      />
      {from && (balance === 0n || amount === 'tooMuch') ? (
        <TopUp label={t('swaps.topUp', { symbol: from.symbol })} ways={topUps} />
      ) : null}
      {max.state === 'failed' ? <Note title={t('swaps.max.failed')} /> : null}
    </>
  )
}

/** The received amount, according to the quote. */
function ReceivedAmount({ to, quote }: { readonly to: Token | undefined; readonly quote: Quote | undefined }) {
  const t = useMessages()
  const locale = useLocale()
  const worth = to && quote ? worthOf(quote.received, to, quote.prices[1]) : undefined
  return (
    <AmountField
      label={to ? t('swaps.receive', { symbol: to.symbol }) : t('swaps.receive.any')}
      value={quote && to ? shownNumber(quote.received, to, locale) : ''}
      onChange={() => {}}
      isReadOnly
      trailing={<TokenOf token={to} side="toToken" />}
      worth={worth ? formatFiat(worth, locale) : undefined}
      testId="swap-input-toToken"
    />
  )
}
