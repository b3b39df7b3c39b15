import { truncateMiddle, type ViewProps } from '@portico/contracts'
import {
  Button,
  Icon,
  Note,
  Picture,
  Row,
  RowList,
  Statement,
  useCommands,
  useMessages,
  useStyles,
} from '@portico/contracts/ui'
import { Loading, Stack } from '@portico/contracts/ui/forms'
import { useEffect } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import type { Bill } from '../bill/bill.ts'
import { isNotSupported, payErrorText } from '../payError.ts'
import { isOver, type PayRoot, selectPayment, walletWanted } from '../paySlice.ts'
import { useBill } from '../useBill.ts'
import { useExchanges } from '../useExchanges.ts'
import { usePayer } from '../usePayer.ts'
import { Head } from './Head.tsx'
import { NothingToPay } from './NothingToPay.tsx'
import sheet from './Pay.css'

function Exchanges({ bill }: { readonly bill: Bill }) {
  const t = useMessages()
  const { navigate } = useCommands()
  const { network } = usePayer(bill)
  const { value, error, retry } = useExchanges(bill, network)
  if (error && !isNotSupported(error)) {
    return (
      <Note
        title={t('pay.exchanges.failed')}
        detail={payErrorText(t, error)}
        action={{ label: t('pay.retry'), onPress: retry, testId: 'pay-exchanges-retry' }}
      />
    )
  }
  if (!value && !error) return <Loading label={t('pay.loading')} count={2} testId="pay-exchanges-loading" />
  if (!value?.length) {
    return (
      <p className="Pay-note" data-testid="pay-no-exchanges">
        {t('pay.exchanges.none')}
      </p>
    )
  }
  return (
    <RowList label={t('pay.exchanges.list')}>
      {value.map((exchange) => (
        <Row
          key={exchange.id}
          label={t('pay.with', { name: exchange.name })}
          leading={<Picture name={exchange.name} src={exchange.imageUrl || undefined} shape="round" />}
          testId={`exchange-option-${exchange.id}`}
          onPress={() => navigate('PayQuote', { exchange })}
        />
      ))}
    </RowList>
  )
}

/** Pays from the visitor's own wallet, connected or to be connected. */
function Wallet({ bill }: { readonly bill: Bill }) {
  const t = useMessages()
  const dispatch = useDispatch()
  const { acting, navigate, showSnack } = useCommands()
  const { account, network, wallet, isActive } = usePayer(bill)
  const isWanted = useSelector(({ pay }: PayRoot) => pay.isWalletWanted)
  const isReady = account !== undefined && isWanted
  useEffect(() => {
    if (!isReady) return
    dispatch(walletWanted(false))
    navigate('PayQuote', undefined)
  }, [isReady, dispatch, navigate])

  const press = () => {
    if (account) return navigate('PayQuote', undefined)
    dispatch(walletWanted(true))
    navigate('Connect', { namespace: network?.chainNamespace ?? '' })
  }
  const leave = () =>
    acting()
      .then(({ disconnect }) => disconnect())
      .catch(() => showSnack({ variant: 'error', text: t('pay.disconnect.failed') }))
  return (
    <RowList label={t('pay.wallets')}>
      <Row
        label={wallet && account ? t('pay.with', { name: wallet.name }) : t('pay.withWallet')}
        {...(account && { detail: truncateMiddle(account.address, 6, 4) })}
        leading={wallet ? <Picture name={wallet.name} src={wallet.imageUrl} /> : <Icon name="wallet" />}
        testId="wallet-payment-option"
        onPress={press}
      />
      {account && isActive ? (
        <Row
          label={t('pay.disconnect')}
          leading={<Icon name="disconnect" />}
          trailing="none"
          testId="pay-disconnect"
          onPress={() => void leave()}
        />
      ) : null}
    </RowList>
  )
}

/** views.md §21: a site's payment request, and the ways to pay it. */
export default function Pay({ params }: ViewProps<'Pay'>) {
  useStyles(sheet)
  const t = useMessages()
  const { close, navigate } = useCommands()
  const [request, again] = useBill(params)
  const { network } = usePayer(request?.bill)
  const payment = useSelector(selectPayment)
  if (!request) return <NothingToPay />
  const { bill, problem } = request
  if (problem) {
    return (
      <Statement
        picture="alert"
        tone="danger"
        title={t(problem.problem, problem.values)}
        detail={t('pay.problem.hint')}
        role="alert"
      >
        {problem.isTemporary ? (
          <Button kind="secondary" icon="retry" onPress={again} testId="pay-retry">
            {t('pay.retry')}
          </Button>
        ) : (
          <Button kind="secondary" onPress={close} testId="pay-close">
            {t('pay.close')}
          </Button>
        )}
      </Statement>
    )
  }
  if (!bill) return <Loading label={t('pay.loading')} count={3} />
  return (
    <Stack>
      <Head bill={bill} network={network} />
      {payment?.bill === bill && (payment.phase === 'success' || !isOver(payment)) ? (
        <Row
          label={t(payment.phase === 'success' ? 'pay.paid' : 'pay.underWay')}
          leading={<Icon name="card" />}
          testId="pay-current"
          onPress={() => navigate('PayLoading')}
        />
      ) : null}
      <Wallet bill={bill} />
      <p className="Pay-or" aria-hidden="true">
        {t('pay.or')}
      </p>
      <Exchanges bill={bill} />
    </Stack>
  )
}
