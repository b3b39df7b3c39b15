import {
  type ChainNamespace,
  type Holding,
  selectActiveNetworkId,
  selectConnection,
  selectTransactions,
  type ViewProps,
} from '@portico/contracts'
import { amountText, formatDecimal, formatFiat, inUnits, localDecimal } from '@portico/contracts/money'
import { Button, Skeleton, Statement, useCommands, useLocale, useMessages, useStyles } from '@portico/contracts/ui'
import { AmountField, Balance, selectTopUps, TopUp, worthOf } from '@portico/contracts/ui/money'
import { useEffect } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { useAsked } from '../asked/useAsked.ts'
import { type ButtonState, buttonState } from '../buttonState.ts'
import type { SendAmountProblem } from '../readAmount.ts'
import { usePaid } from '../receiver/usePaid.ts'
import { receiverWarnings, recentReceivers } from '../receiver/warnings.ts'
import { amountTyped, receiverTyped, type SendState, unitChanged } from '../sendSlice.ts'
import { useHoldings } from '../useHoldings.ts'
import { useMax } from '../useMax.ts'
import { type Send, useSend } from '../useSend.ts'
import { useUnit } from '../useUnit.ts'
import { ReceiverField } from './ReceiverField.tsx'
import { ReceiverNotes } from './ReceiverNotes.tsx'
import { RecentReceivers } from './RecentReceivers.tsx'
import { TokenButton } from './TokenButton.tsx'
import sheet from './WalletSend.css'

/** Decimals shown of a balance. */
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

/** Visits already tracked. */
const told = new WeakSet<AbortSignal>()

/** Sends OPEN_SEND once per visit. */
function useOpening(visit: AbortSignal, isReady: boolean): void {
  const { acting } = useCommands()
  const caipNetworkId = useSelector(selectActiveNetworkId)
  const isSmartAccount = useSelector((state: SendState) => selectConnection(state)?.accounts[0].type === 'smartAccount')
  useEffect(() => {
    if (!isReady || told.has(visit)) return
    told.add(visit)
    acting().then(
      ({ track }) => track('OPEN_SEND', { isSmartAccount, network: caipNetworkId }),
      () => {},
    )
  }, [acting, visit, isReady, isSmartAccount, caipNetworkId])
}

interface BesideProps {
  readonly holding: Holding
  /** Absent: the maximum is unavailable. */
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
  useStyles(sheet)
  const t = useMessages()
  const dispatch = useDispatch()
  const locale = useLocale()
  const { back, navigate } = useCommands()
  useHoldings()
  const send = useSend()
  const max = useMax(send, signal)
  const turn = useUnit(send)
  const problem = useAmountProblem(send)
  const otherUnit = useOtherUnit(send)
  const sent = useSelector((state: SendState) => selectTransactions(state))
  const topUps = useSelector((state: SendState) => selectTopUps(state))
  const { form, account, network, holding, amount, receiver } = send
  const paid = usePaid(account, network, receiver.status === 'valid')
  const asked = useAsked(params, account)
  useOpening(signal, account !== undefined)
  if (!account) return null
  if (network && !FAMILIES.includes(network.chainNamespace)) {
    return <Statement picture="alert" tone="danger" title={t('send.unsupportedChain')} role="alert" />
  }
  if (asked === 'waiting') return <Skeleton count={3} />
  if (typeof asked === 'object') {
    return (
      <Statement picture="alert" tone="danger" title={asked.failure} role="alert">
        <Button kind="secondary" onPress={back} testId="send-cancel-button">
          {t('send.cancel')}
        </Button>
      </Statement>
    )
  }

  const isAsked = asked === 'ready'
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
  const unit = form.isFiat ? 'USD' : holding?.symbol
  return (
    <div className="WalletSend">
      <AmountField
        label={unit === undefined ? t('send.amount.any') : t('send.amount', { symbol: unit })}
        value={form.amount}
        onChange={(text) => dispatch(amountTyped(text))}
        onSubmit={goOn}
        unit={form.isFiat ? unit : undefined}
        trailing={
          <TokenButton holding={holding} disabled={isAsked} onPress={() => navigate('WalletSendSelectToken')} />
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
        isReadOnly={isAsked}
        takesFocus={holding !== undefined && !isAsked}
        testId="send-amount-input"
        beside={
          holding ? (
            <Beside
              holding={holding}
              max={isAsked ? undefined : { isAsking: max.state === 'asking', fill: max.fill }}
            />
          ) : null
        }
      />
      {holding && amount === 'tooMuch' ? (
        <TopUp label={t('send.topUp', { symbol: holding.symbol })} ways={topUps} />
      ) : null}
      <ReceiverField
        value={form.receiver}
        onChange={(text) => dispatch(receiverTyped(text))}
        onSubmit={goOn}
        isWrong={isWrong}
        isReadOnly={isAsked}
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
    </div>
  )
}
