import { type PaymentPhase, selectNetwork, type ViewProps } from '@portico/contracts'
import { explorerLink } from '@portico/contracts/chains/explorerLink'
import {
  Button,
  errorText,
  Icon,
  LoadingRing,
  Picture,
  Statement,
  useCommands,
  useLocale,
  useMessages,
  useStyles,
} from '@portico/contracts/ui'
import { Stack } from '@portico/contracts/ui/forms'
import { Facts } from '@portico/contracts/ui/money'
import { useDispatch, useSelector } from 'react-redux'
import { payWindows } from '../exchange/payWindows.ts'
import { payErrorText } from '../payError.ts'
import { moved, type Payment, type PayRoot, selectPayment } from '../paySlice.ts'
import { shownAmount } from '../shownAmount.ts'
import { Cycle } from './Cycle.tsx'
import { NothingToPay } from './NothingToPay.tsx'
import sheet from './PayLoading.css'

const LOGO_PX = 80

/** Reopens the exchange's page in its own window, or offers its link for another device. */
function Page({ payment }: { readonly payment: Payment }) {
  const t = useMessages()
  const dispatch = useDispatch()
  const { copy } = useCommands()
  const { id, url, phase } = payment
  if (!url) return null
  const open = () => {
    if (payWindows.open(id, url)) dispatch(moved({ id, phase: 'open' }))
  }
  return (
    <>
      {phase === 'blocked' || phase === 'closed' ? (
        <Button icon="external" testId="pay-open" onPress={open}>
          {t(phase === 'blocked' ? 'pay.page.open' : 'pay.page.again')}
        </Button>
      ) : null}
      <Button kind="quiet" icon="copy" testId="pay-copy" onPress={() => void copy(url, t('pay.page.copied'))}>
        {t('pay.page.copy')}
      </Button>
    </>
  )
}

const TITLES: Readonly<Record<PaymentPhase, string>> = {
  preparing: 'pay.state.preparing',
  blocked: 'pay.state.blocked',
  open: 'pay.state.open',
  closed: 'pay.state.closed',
  pending: 'pay.state.pending',
  success: 'pay.state.success',
  failed: 'pay.state.failed',
  lost: 'pay.state.lost',
}
const AT_EXCHANGE: Readonly<Record<PaymentPhase, string>> = {
  preparing: 'pay.state.preparing.exchange',
  blocked: 'pay.state.blocked.exchange',
  open: 'pay.state.open.exchange',
  closed: 'pay.state.closed.exchange',
  pending: 'pay.state.pending.exchange',
  success: 'pay.state.success.exchange',
  failed: 'pay.state.failed.exchange',
  lost: 'pay.state.lost.exchange',
}
const FROM_WALLET: Readonly<Partial<Record<PaymentPhase, string>>> = {
  success: 'pay.state.success.wallet',
  failed: 'pay.state.failed.wallet',
  lost: 'pay.state.lost.wallet',
}

/** The texts for a payment's phase. */
function useWords(payment: Payment) {
  const t = useMessages()
  const locale = useLocale()
  const network = useSelector((state: PayRoot) => selectNetwork(state, payment.caipNetworkId))
  const { bill, phase, exchange, error, url } = payment
  const values = {
    amount: shownAmount(BigInt(bill.amount), bill.token, locale),
    name: exchange?.name ?? '',
    network: network?.name ?? bill.caipNetworkId,
    host: url ? new URL(url).host : '',
  }
  const told = exchange ? AT_EXCHANGE[phase] : (FROM_WALLET[phase] ?? 'pay.state.pending.wallet')
  const refusal = error && (phase === 'failed' ? payErrorText(t, error) : errorText(t, error))
  return { network, title: t(TITLES[phase], values), detail: refusal ?? t(told, values) }
}

function Current({ payment }: { readonly payment: Payment }) {
  const t = useMessages()
  const { close, replace } = useCommands()
  const { network, title, detail } = useWords(payment)
  const { phase, exchange, hash, paidWith, seconds } = payment
  const name = exchange?.name ?? network?.name ?? ''
  const logo = <Picture name={name} src={exchange?.imageUrl || network?.imageUrl} size={LOGO_PX} shape="round" />
  const isGood = phase === 'success'
  const isBad = phase === 'failed' || phase === 'lost'
  const isWaiting = phase === 'preparing' || phase === 'open' || phase === 'pending'
  const link = network && hash !== undefined ? explorerLink(network, 'tx', hash) : undefined
  return (
    <>
      <Statement
        picture={
          isGood ? 'check' : isBad ? 'alert' : isWaiting ? <LoadingRing shape="round">{logo}</LoadingRing> : logo
        }
        tone={isGood ? 'positive' : isBad ? 'danger' : 'neutral'}
        title={title}
        detail={detail}
        role={isGood || isWaiting ? 'status' : 'alert'}
      />
      <Facts
        facts={[
          {
            label: t('pay.fact.method'),
            value: exchange ? t('pay.method.exchange', { name }) : t('pay.method.wallet'),
          },
          ...(paidWith ? [{ label: t('pay.fact.paidWith'), value: paidWith }] : []),
        ]}
      />
      <Cycle phase={phase} isSent={hash !== undefined} isSwapped={paidWith !== undefined} seconds={seconds} />
      <Stack gap={2}>
        {isGood || isBad ? null : <Page payment={payment} />}
        {link ? (
          <a className="PayLoading-link" href={link} target="_blank" rel="noopener noreferrer">
            {t('pay.explorer')} <Icon name="external" />
          </a>
        ) : null}
        {phase === 'failed' ? (
          <Button
            kind="secondary"
            icon="retry"
            testId="pay-again"
            onPress={() => replace('PayQuote', exchange && { exchange })}
          >
            {t('pay.again')}
          </Button>
        ) : null}
        {isGood || phase === 'lost' ? (
          <Button onPress={close} testId="pay-done">
            {t('pay.done')}
          </Button>
        ) : null}
      </Stack>
    </>
  )
}

/** views.md §21: shows a payment's progress, its outcome, and why it failed. */
export default function PayLoading(_: ViewProps<'PayLoading'>) {
  useStyles(sheet)
  const payment = useSelector((state: PayRoot) => selectPayment(state))
  if (!payment) return <NothingToPay />
  return (
    <Stack data-testid="pay-outcome" data-phase={payment.phase} data-hash={payment.hash}>
      <Current payment={payment} />
    </Stack>
  )
}
