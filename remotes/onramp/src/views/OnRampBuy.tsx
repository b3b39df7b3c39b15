import { ceilTo, formatDecimal, formatFiat, localDecimal, readDecimal } from '@portico/contracts/money'
import type { OnrampQuote } from '@portico/contracts/services/onramp'
import {
  AddressText,
  Button,
  Icon,
  Note,
  Picture,
  useCommands,
  useLocale,
  useMessages,
  useStyles,
} from '@portico/contracts/ui'
import { Loading, Stack } from '@portico/contracts/ui/forms'
import { AmountField, Choice, Facts } from '@portico/contracts/ui/money'
import { useDispatch } from 'react-redux'
import { buyErrorText } from '../buyError.ts'
import type { Limits } from '../offer.ts'
import { amountTyped } from '../onrampSlice.ts'
import { presetsWithin } from '../presets.ts'
import { CENTS, feeOf, moneyText, type PaymentProblem, readPayment } from '../readPayment.ts'
import { useBuy } from '../useBuy.ts'
import { type QuoteState, useQuote } from '../useQuote.ts'
import { askedOf, type Sale, useSale } from '../useSale.ts'
import { NobodySells, NoOffers } from './NoOffers.tsx'
import sheet from './OnRampBuy.css'
import { WhereSold } from './WhereSold.tsx'

/** Number of decimals shown for the bought amount; the title has all decimals. */
const SHOWN_DIGITS = 6

const PROBLEMS: Readonly<Record<PaymentProblem, string>> = {
  malformed: 'onramp.amount.malformed',
  nothing: 'onramp.amount.nothing',
  tooLittle: 'onramp.amount.tooLittle',
  tooMuch: 'onramp.amount.tooMuch',
  tooPrecise: 'onramp.amount.tooPrecise',
}

function useMoney() {
  const locale = useLocale()
  return ({ amount, currency }: { readonly amount: string; readonly currency: string }) => {
    const read = readDecimal(amount)
    return read ? formatFiat(read, locale, currency) : `${amount} ${currency}`
  }
}

/** The payment, the fees, the bought amount, and the address that receives it. */
function QuoteFacts({ quote, address }: { quote: OnrampQuote; address: string }) {
  const t = useMessages()
  const locale = useLocale()
  const money = useMoney()
  const { paymentTotal, paymentSubtotal, purchaseAmount } = quote
  const fee = feeOf(paymentTotal.amount, paymentSubtotal.amount)
  const bought = readDecimal(purchaseAmount.amount)
  const facts = [
    { label: t('onramp.quote.pay'), value: money(paymentTotal) },
    ...(fee
      ? [{ label: t('onramp.quote.fee'), value: formatFiat(ceilTo(fee, CENTS), locale, paymentTotal.currency) }]
      : []),
    {
      label: t('onramp.quote.get'),
      value: (
        <strong title={`${purchaseAmount.amount} ${purchaseAmount.currency}`} data-testid="onramp-quote-amount">
          {bought ? formatDecimal(bought, locale, { max: SHOWN_DIGITS }) : purchaseAmount.amount}{' '}
          {purchaseAmount.currency}
        </strong>
      ),
    },
    { label: t('onramp.quote.to'), value: <AddressText address={address} /> },
  ]
  return <Facts facts={facts} testId="onramp-quote" />
}

function Price({ state, address, onRetry }: { state: QuoteState; address: string; onRetry: () => void }) {
  const t = useMessages()
  if (state.status === 'none') return null
  if (state.status === 'asking') return <Loading label={t('onramp.button.asking')} shape="text" count={4} />
  if (state.status === 'refused') {
    return (
      <Note
        title={t('onramp.quote.failed')}
        detail={buyErrorText(t, state.error)}
        action={{ label: t('onramp.retry'), onPress: onRetry, testId: 'onramp-quote-retry' }}
      />
    )
  }
  return <QuoteFacts quote={state.quote} address={address} />
}

function Presets({ limits, currency }: { limits: Limits; currency: string }) {
  const t = useMessages()
  const locale = useLocale()
  const dispatch = useDispatch()
  const presets = presetsWithin(limits)
  if (presets.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, and these are none
    <div className="OnRampBuy-presets" role="group" aria-label={t('onramp.presets')}>
      {presets.map((amount) => (
        <button
          key={amount}
          type="button"
          className="OnRampBuy-preset"
          data-testid={`onramp-preset-${amount}`}
          onClick={() => dispatch(amountTyped(localDecimal(amount, locale)))}
        >
          {formatFiat({ digits: BigInt(amount), scale: 0 }, locale, currency, 0)}
        </button>
      ))}
    </div>
  )
}

/** The purchase form. Amounts outside the limits are rejected before any request. */
export default function OnRampBuy() {
  return (
    <WhereSold>
      <Buy />
    </WhereSold>
  )
}

function Buy() {
  const t = useMessages()
  const { account, network, known, form, seller, token, currency, limits } = useSale()
  if (!account) return null
  if (known.error && !known.value) return <NoOffers error={known.error} onRetry={known.retry} />
  if (!known.value) return <Loading label={t('onramp.loading')} count={3} />
  if (!seller || !token || !currency || !limits || !network) return <NobodySells network={network} />
  return <BuyForm {...{ account, network, form, seller, token, currency, limits }} />
}

/** A sale with everything that a purchase needs. */
type OpenSale = {
  readonly [Key in 'account' | 'network' | 'form' | 'seller' | 'token' | 'currency' | 'limits']: NonNullable<Sale[Key]>
}

function BuyForm({ account, network, form, seller, token, currency, limits }: OpenSale) {
  useStyles(sheet)
  const t = useMessages()
  const locale = useLocale()
  const dispatch = useDispatch()
  const { navigate } = useCommands()
  const buy = useBuy()
  const payment = readPayment(form.amount, locale, limits)
  const { state, retry } = useQuote(
    typeof payment === 'object'
      ? {
          purchaseCurrency: token,
          paymentCurrency: currency,
          amount: moneyText(payment),
          network: token.symbol,
          ...askedOf(seller),
        }
      : undefined,
  )
  const fiat = (value: Limits['min']) => formatFiat(value, locale, currency.id)
  const problem =
    typeof payment === 'string'
      ? t(PROBLEMS[payment], {
          example: localDecimal('100', locale),
          amount: fiat(payment === 'tooLittle' ? limits.min : limits.max),
        })
      : undefined
  const goOn = () => {
    if (state.status !== 'quoted') return
    const { caipNetworkId } = network
    buy({ provider: seller.id, providerName: seller.name, caipNetworkId, address: account.address, quote: state.quote })
    navigate('BuyInProgress')
  }
  const label = problem
    ? t('onramp.button.wrong')
    : state.status === 'asking'
      ? t('onramp.button.asking')
      : state.status === 'none'
        ? t('onramp.button.amount')
        : t('onramp.button.buy', { name: seller.name })
  return (
    <Stack gap={3}>
      <AmountField
        label={t('onramp.amount', { currency: currency.id })}
        value={form.amount}
        onChange={(text) => dispatch(amountTyped(text))}
        onSubmit={goOn}
        trailing={
          <Choice
            label={t('onramp.fiat.button', { currency: currency.id })}
            testId="onramp-fiat-button"
            onPress={() => navigate('OnRampFiatSelect')}
          >
            {currency.id}
          </Choice>
        }
        worth={t('onramp.limits', { min: fiat(limits.min), max: fiat(limits.max) })}
        problem={problem}
        takesFocus
        testId="onramp-amount-input"
      />
      <Presets limits={limits} currency={currency.id} />
      <button
        type="button"
        className="OnRampBuy-token"
        data-testid="onramp-token-button"
        onClick={() => navigate('OnRampTokenSelect')}
      >
        <Picture name={token.symbol} size={24} shape="round" />
        <span className="OnRampBuy-name">
          {token.name} · {network.name}
        </span>
        <Icon name="chevron" />
      </button>
      <Price state={state} address={account.address} onRetry={retry} />
      <Button onPress={goOn} disabled={state.status !== 'quoted'} busy={state.status === 'asking'} testId="onramp-buy">
        {label}
      </Button>
    </Stack>
  )
}
