import {
  type Account,
  type ChainNamespace,
  type Holding,
  selectActiveNetworkId,
  selectConnection,
  selectTransactions,
  type ViewProps,
} from '@portico/contracts'
import { amountText, formatDecimal, formatFiat, inUnits, localDecimal } from '@portico/contracts/money'
import { Button, Skeleton, Statement, useCommands, useLocale, useMessages } from '@portico/contracts/ui'
import { Stack, useOpening } from '@portico/contracts/ui/forms'
import { AmountField, Balance, selectTopUps, TokenChoice, TopUp, worthOf } from '@portico/contracts/ui/money'
import { useDispatch, useSelector } from 'react-redux'
import { type ButtonState, buttonState } from '../buttonState.ts'
import type { SendAmountProblem } from '../readAmount.ts'
import { usePaid } from '../receiver/usePaid.ts'
import { receiverWarnings, recentReceivers } from '../receiver/warnings.ts'
import { amountTyped, receiverTyped, type SendState, unitChanged } from '../sendSlice.ts'
import { useSiteRequest } from '../siteRequest/useSiteRequest.ts'
import { useHoldings } from '../useHoldings.ts'
import { useMax } from '../useMax.ts'
import { type Send, useSend } from '../useSend.ts'
import { useUnit } from '../useUnit.ts'
import { ReceiverField } from './ReceiverField.tsx'
import { ReceiverNotes } from './ReceiverNotes.tsx'
import { RecentReceivers } from './RecentReceivers.tsx'

/** Number of decimals shown for a balance. */
const SHOWN_DIGITS = 6

/** Families that support sending (`familyFor`). */
const FAMILIES: readonly ChainNamespace[] = ['eip155', 'solana', 'bip122']

const AMOUNT_PROBLEMS: Readonly<Record<SendAmountProblem, string>> = {
  malformed: 'send.amount.malformed',
  nothing: 'send.amount.nothing',
  tooLarge: 'send.amount.tooLarge',
  tooMuch: 'send.amount.tooMuch',
  tooPrecise: 'send.amount.tooPrecise',
  tooPreciseFiat: 'send.amount.tooPreciseFiat',
}

const BUTTON_LABELS: Readonly<Record<ButtonState, string>> = {
  selectToken: 'send.button.selectToken',
  addAmount: 'send.button.addAmount',
  incorrectValue: 'send.button.incorrectValue',
  insufficientFunds: 'send.button.insufficientFunds',
  addAddress: 'send.button.addAddress',
  resolving: 'send.button.resolving',
  invalidAddress: 'send.button.invalidAddress',
  preview: 'send.button.preview',
}

/** The message about an invalid amount. */
function useAmountProblem({ amount, holding }: Send): string | undefined {
  const t = useMessages()
  const locale = useLocale()
  if (!holding || amount === undefined || typeof amount === 'bigint') return undefined
  const { decimals, symbol } = holding
  return t(AMOUNT_PROBLEMS[amount], {
    decimals,
    symbol,
    example: localDecimal('0.5', locale),
    amount: formatDecimal(inUnits(BigInt(holding.amount), decimals), locale, { max: SHOWN_DIGITS }),
  })
}

/** The amount in the other unit: dollars or token. */
function useOtherUnit({ form, amount, holding }: Send): string | undefined {
  const locale = useLocale()
  if (!holding || typeof amount !== 'bigint') return undefined
  if (form.isFiat) return `${formatDecimal(inUnits(amount, holding.decimals), locale)} ${holding.symbol}`
  const worth = worthOf(amount, holding)
  return worth && formatFiat(worth, locale)
}

interface BesideProps {
  readonly holding: Holding
  /** Absent if the maximum is unavailable. */
  readonly max?: { readonly isAsking: boolean; readonly fill: () => void } | undefined
}

/** The balance, with the button for the maximum. */
function Beside({ holding, max }: BesideProps) {
  const t = useMessages()
  const locale = useLocale()
  const { amount, decimals } = holding
  return (
    <Balance
      text={t('send.balance', {
        amount: formatDecimal(inUnits(BigInt(amount), decimals), locale, { max: SHOWN_DIGITS }),
      })}
      exact={amountText(BigInt(amount), decimals)}
      max={
        max && {
          text: t('send.max'),
          label: t('send.max.label'),
          isAsking: max.isAsking,
          testId: 'send-max-button',
          onPress: max.fill,
        }
      }
    />
  )
}

/** views.md §18: the send form, or a site's read-only request. */
export default function WalletSend({ params, signal }: ViewProps<'WalletSend'>) {
  const t = useMessages()
  const { back } = useCommands()
  useHoldings()
  const send = useSend()
  const { account, network } = send
  const request = useSiteRequest(params, account)
  const isSmartAccount = useSelector((state: SendState) => selectConnection(state)?.accounts[0].type === 'smartAccount')
  const activeNetworkId = useSelector(selectActiveNetworkId)
  useOpening(signal, account && 'OPEN_SEND', { isSmartAccount, network: activeNetworkId })
  if (!account) return null
  if (network && !FAMILIES.includes(network.chainNamespace)) {
    return <Statement picture="alert" tone="danger" title={t('send.unsupportedChain')} role="alert" />
  }
  if (request === 'waiting') return <Skeleton count={3} />
  if (typeof request === 'object') {
    return (
      <Statement picture="alert" tone="danger" title={request.failure} role="alert">
        <Button kind="secondary" onPress={back} testId="send-cancel-button">
          {t('send.cancel')}
        </Button>
      </Statement>
    )
  }
  return <SendForm send={send} account={account} isFixed={request === 'ready'} signal={signal} />
}

interface SendFormProps {
  readonly send: Send
  readonly account: Account
  /** Whether a site has requested the payment, so that the visitor can change nothing. */
  readonly isFixed: boolean
  readonly signal: AbortSignal
}

function SendForm({ send, account, isFixed, signal }: SendFormProps) {
  const t = useMessages()
  const dispatch = useDispatch()
  const locale = useLocale()
  const { navigate } = useCommands()
  const sent = useSelector((state: SendState) => selectTransactions(state))
  const topUps = useSelector((state: SendState) => selectTopUps(state))
  const { form, network, holding, amount, receiver } = send
  const paid = usePaid(account, network, receiver.status === 'valid')

  const recent = recentReceivers(sent, account)
  const warnings =
    receiver.status === 'valid' ? receiverWarnings(receiver, { account, holding, recent: [...recent, ...paid] }) : []
  const isNever = warnings.some((warning) => 'isNever' in warning)
  const state = buttonState({ holding, amount, receiver, isNever })
  const isWrong = state === 'invalidAddress' || warnings.some(({ type }) => type !== 'ofEthereum')
  const goOn = () => {
    if (state === 'preview') {
      // From here on the amount is fixed in the token, whatever happens to the price.
      if (form.isFiat && holding && typeof amount === 'bigint') {
        dispatch(unitChanged({ isFiat: false, amount: localDecimal(amountText(amount, holding.decimals), locale) }))
      }
      navigate('WalletSendPreview')
    } else if (state === 'selectToken') navigate('WalletSendSelectToken')
  }
  return (
    <Stack gap={3}>
      <Amount send={send} isFixed={isFixed} onSubmit={goOn} signal={signal} />
      {holding && amount === 'tooMuch' ? (
        <TopUp label={t('send.topUp', { symbol: holding.symbol })} ways={topUps} />
      ) : null}
      <ReceiverField
        value={form.receiver}
        onChange={(text) => dispatch(receiverTyped(text))}
        onSubmit={goOn}
        isWrong={isWrong}
        isReadOnly={isFixed}
      >
        <ReceiverNotes receiver={receiver} warnings={warnings} network={network} />
      </ReceiverField>
      {form.receiver === '' && recent.length > 0 ? (
        <RecentReceivers addresses={recent} onChoose={(address) => dispatch(receiverTyped(address))} />
      ) : null}
      <Button
        onPress={goOn}
        disabled={state !== 'preview' && state !== 'selectToken'}
        busy={state === 'resolving'}
        testId="send-button"
      >
        {t(BUTTON_LABELS[state])}
      </Button>
    </Stack>
  )
}

interface AmountProps extends Pick<SendFormProps, 'send' | 'isFixed' | 'signal'> {
  readonly onSubmit: () => void
}

/** The amount, its token and the balance. */
function Amount({ send, isFixed, onSubmit, signal }: AmountProps) {
  const t = useMessages()
  const dispatch = useDispatch()
  const { navigate } = useCommands()
  const max = useMax(send, signal)
  const turn = useUnit(send)
  const problem = useAmountProblem(send)
  const otherUnit = useOtherUnit(send)
  const { form, holding } = send
  const unit = form.isFiat ? 'USD' : holding?.symbol
  return (
    <AmountField
      label={unit === undefined ? t('send.amount.any') : t('send.amount', { symbol: unit })}
      value={form.amount}
      onChange={(text) => dispatch(amountTyped(text))}
      onSubmit={onSubmit}
      unit={form.isFiat ? unit : undefined}
      trailing={
        <TokenChoice
          token={holding}
          placeholder={t('send.select')}
          disabled={isFixed}
          testId="send-token-button"
          onPress={() => navigate('WalletSendSelectToken')}
        />
      }
      worth={otherUnit}
      onWorthPress={
        turn && {
          label: t('send.unit.turn', { unit: form.isFiat ? (holding?.symbol ?? '') : 'USD' }),
          onPress: turn,
          testId: 'send-unit-button',
        }
      }
      problem={max.state === 'failed' ? t('send.max.failed') : problem}
      isReadOnly={isFixed}
      takesFocus={holding !== undefined && !isFixed}
      testId="send-amount-input"
      beside={
        holding ? (
          <Beside holding={holding} max={isFixed ? undefined : { isAsking: max.state === 'asking', fill: max.fill }} />
        ) : null
      }
    />
  )
}
