import {
  type Holding,
  type Network,
  selectHoldings,
  selectTransactions,
  serializeError,
  type ViewProps,
} from '@portico/contracts'
import { amountText, formatDecimal, formatFee, formatFiat, inUnits } from '@portico/contracts/money'
import {
  AddressText,
  Button,
  errorText,
  Note,
  Skeleton,
  Statement,
  useCommands,
  useLocale,
  useMessages,
  useStyles,
} from '@portico/contracts/ui'
import { Stack } from '@portico/contracts/ui/forms'
import { Facts, feeWorthOf, ReviewButtons, selectTopUps, TopUp, worthOf } from '@portico/contracts/ui/money'
import { useOutgoingPreview } from '@portico/contracts/ui/preview'
import { useMemo } from 'react'
import { useSelector } from 'react-redux'
import { usePaid } from '../receiver/usePaid.ts'
import { type ReceiverWarning, receiverWarnings, recentReceivers } from '../receiver/warnings.ts'
import type { SendState } from '../sendSlice.ts'
import { type Planning, usePlan } from '../usePlan.ts'
import { type Send, useSend } from '../useSend.ts'
import { useSending } from '../useSending.ts'
import { FeeChoice } from './FeeChoice.tsx'
import { Outgoing } from './Outgoing.tsx'
import { planWords } from './planWords.ts'
import { ReceiverWarnings } from './ReceiverWarnings.tsx'
import sheet from './WalletSendPreview.css'

const NOTHING: readonly Holding[] = []

/** The account's holdings and previous receivers, as stable references. */
function useKnown({ form: { requested }, account, holding }: Send, paid: readonly string[]) {
  const all = useSelector((state: SendState) => selectHoldings(state, account)?.value ?? NOTHING)
  const sent = useSelector((state: SendState) => selectTransactions(state))
  const holdings = useMemo(() => (requested ? [requested, ...all] : all), [requested, all])
  const known = useMemo(() => [...(account ? recentReceivers(sent, account) : []), ...paid], [sent, account, paid])
  const familiar = useMemo(() => (account ? [account.address, ...known] : known), [account, known])
  const native = all.find((one) => one.address === undefined && one.caipNetworkId === holding?.caipNetworkId)
  return { holdings, familiar, known, native }
}

/** views.md §18: a review in words, before the wallet is asked. */
export default function WalletSendPreview({ signal }: ViewProps<'WalletSendPreview'>) {
  useStyles(sheet)
  const t = useMessages()
  const locale = useLocale()
  const { back } = useCommands()
  const form = useSend()
  const { account, network, holding, amount, receiver, publicKey, isSmartAccount } = form
  const to = receiver.status === 'valid' ? receiver.address : undefined
  const paid = usePaid(account, network, to !== undefined)
  const { holdings, familiar, known, native } = useKnown(form, paid)
  const sum = typeof amount === 'bigint' ? amount : undefined
  const { send, isAsking } = useSending(signal)
  const planning = usePlan({
    account,
    network,
    holding,
    amount: sum,
    to,
    publicKey,
    isSmartAccount,
    speed: form.form.speed,
    isHeld: isAsking,
  })
  const { plan, failure, again, isOld, speeds } = planning
  const request = plan && 'request' in plan ? plan.request : undefined
  const preview = useOutgoingPreview(request, { network, holdings, familiar })
  if (receiver.status === 'resolving') return <Skeleton count={3} />
  if (!account || !network || !holding || sum === undefined || to === undefined || receiver.status !== 'valid') {
    return (
      <Statement picture="send" title={t('send.preview.nothing')}>
        <Button kind="secondary" onPress={back} testId="send-cancel-button">
          {t('send.preview.back')}
        </Button>
      </Statement>
    )
  }

  const shown = formatDecimal(inUnits(sum, holding.decimals), locale)
  const payment = { network, holding, amount: sum }
  const isObstructed = plan !== undefined && 'obstacle' in plan
  const warnings = receiverWarnings(receiver, { account, holding, recent: known })
  const isNever = warnings.some((warning) => 'isNever' in warning)
  return (
    <Stack>
      <Amount holding={holding} amount={sum} shown={shown} />
      <Recipient name={receiver.name} address={to} warnings={warnings} />
      {isObstructed || preview?.isOff || failure ? null : (
        <div className="WalletSendPreview-request">
          <p className="WalletSendPreview-label">{t('send.preview.request')}</p>
          <Outgoing request={request} network={network} preview={preview} />
        </div>
      )}
      {speeds ? (
        <FeeChoice
          speeds={speeds}
          chosen={form.form.speed ?? 'normal'}
          coin={{ ...network.nativeCurrency, price: native?.price }}
          disabled={isAsking}
        />
      ) : null}
      <Costs planning={planning} payment={payment} native={native} />
      <ReviewButtons>
        <Button kind="secondary" onPress={back} testId="send-cancel-button">
          {t('send.cancel')}
        </Button>
        <Button
          onPress={() => {
            // The displayed fee, and on Solana the lifetime, must still be valid.
            if (isOld()) again()
            else if (request) void send({ request, ...payment, to }).then((isRefused) => isRefused && again())
          }}
          disabled={!request || !preview?.isUnderstood || isNever}
          busy={isAsking}
          testId="send-confirm-button"
        >
          {t('send.preview.send', { amount: shown, symbol: holding.symbol })}
        </Button>
      </ReviewButtons>
    </Stack>
  )
}

interface AmountProps {
  readonly holding: Holding
  /** In the token's smallest unit. */
  readonly amount: bigint
  /** The amount in the visitor's number format. */
  readonly shown: string
}

/** The amount and its worth; the title has all digits. */
function Amount({ holding, amount, shown }: AmountProps) {
  const locale = useLocale()
  const worth = worthOf(amount, holding)
  const { symbol, decimals } = holding
  return (
    <div className="WalletSendPreview-amount">
      <p className="WalletSendPreview-number" title={`${amountText(amount, decimals)} ${symbol}`}>
        {shown} <span className="WalletSendPreview-symbol">{symbol}</span>
      </p>
      {worth ? <p className="WalletSendPreview-worth">{formatFiat(worth, locale)}</p> : null}
    </div>
  )
}

interface RecipientProps {
  readonly name: string | undefined
  readonly address: string
  readonly warnings: readonly ReceiverWarning[]
}

function Recipient({ name, address, warnings }: RecipientProps) {
  const t = useMessages()
  return (
    <div className="WalletSendPreview-to">
      <p className="WalletSendPreview-label">{t('send.preview.to')}</p>
      {name === undefined ? null : (
        <p className="WalletSendPreview-name">
          <bdi>{name}</bdi>
        </p>
      )}
      <AddressText address={address} whole />
      <ReceiverWarnings warnings={warnings} />
    </div>
  )
}

interface CostsProps {
  readonly planning: Planning
  readonly payment: { readonly network: Network; readonly holding: Holding; readonly amount: bigint }
  /** The account's holding of the network's coin. */
  readonly native: Holding | undefined
}

/** The network and its fee, the plan's notes, and the obstacle to sending, if any. */
function Costs({ planning: { plan, failure, again }, payment, native }: CostsProps) {
  const t = useMessages()
  const locale = useLocale()
  const topUps = useSelector((state: SendState) => selectTopUps(state))
  const { nativeCurrency, name } = payment.network
  const words = planWords(t, locale, payment)
  const fee = plan && formatFee(plan.fee, nativeCurrency, locale)
  const feeWorth = plan && native && feeWorthOf(plan.fee, native)
  const obstacle = plan && 'obstacle' in plan ? plan.obstacle : undefined
  const feeText = feeWorth ? `${fee} (${formatFiat(feeWorth, locale)})` : fee
  return (
    <>
      <Facts
        facts={[
          { label: t('send.preview.network'), value: name },
          { label: t('send.fee'), testId: 'send-fee', value: feeText ?? <Skeleton shape="text" /> },
        ]}
      />
      {plan?.notes.map((note) => (
        <p key={note.type} className="WalletSendPreview-note" data-note={note.type}>
          {words.ofNote(note)}
        </p>
      ))}
      {failure ? (
        <Note
          title={errorText(t, serializeError(failure.error, 'service.unreachable'))}
          action={{ label: t('send.retry'), onPress: again, testId: 'send-retry' }}
        />
      ) : obstacle?.type === 'short' ? (
        <>
          <Note title={t('send.fee.short', { symbol: nativeCurrency.symbol, fee: fee ?? '' })} />
          <TopUp label={t('send.topUp', { symbol: nativeCurrency.symbol })} ways={topUps} />
        </>
      ) : obstacle ? (
        <Note title={words.ofObstacle(obstacle)} />
      ) : (
        <p className="WalletSendPreview-note">{t('send.note')}</p>
      )}
    </>
  )
}
