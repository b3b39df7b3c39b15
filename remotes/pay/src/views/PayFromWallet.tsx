import { type Account, type Network, serializeError } from '@portico/contracts'
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
} from '@portico/contracts/ui'
import { Stack } from '@portico/contracts/ui/forms'
import { ReviewButtons } from '@portico/contracts/ui/money'
import { RequestPreview, useOutgoingPreview } from '@portico/contracts/ui/preview'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import type { Bill, BillToken } from '../bill/bill.ts'
import { optionsFor } from '../options.ts'
import { walletWanted } from '../paySlice.ts'
import { shownAmount } from '../shownAmount.ts'
import { useKnown } from '../useKnown.ts'
import { usePayer } from '../usePayer.ts'
import { PLAN_LIFETIME_MS, usePlan } from '../usePlan.ts'
import { useWalletPayment } from '../useWalletPayment.ts'
import { Head } from './Head.tsx'
import { ObstacleNote } from './ObstacleNote.tsx'
import { Options } from './Options.tsx'
import { QuoteFacts } from './QuoteFacts.tsx'

interface ViewOf {
  readonly bill: Bill
  readonly signal: AbortSignal
}

interface Ready extends ViewOf {
  readonly network: Network
  readonly account: Account
}

/** Once the wallet is on the network: what will be signed, in words, and the button that asks the wallet. */
function Order({ bill, network, account, signal }: Ready) {
  const t = useMessages()
  const locale = useLocale()
  const { back } = useCommands()
  const [source, setSource] = useState<BillToken>(bill.token)
  const { here, named, routers } = useKnown(bill, account)
  const options = useMemo(() => optionsFor(bill, here), [bill, here])
  const familiar = useMemo(() => [account.address], [account])
  const { send, isAsking, approval } = useWalletPayment(signal)
  const isApproving = approval?.phase === 'pending'
  const isHeld = isAsking || isApproving
  const [planned, again] = usePlan({ bill, network, account: account.address, source, isHeld })
  const found = planned && 'value' in planned ? planned.value : undefined
  const plan = found && 'request' in found ? found : undefined
  const obstacle = found && 'obstacle' in found ? found.obstacle : undefined
  const preview = useOutgoingPreview(plan?.request, { network, holdings: named, familiar, routers })

  // After an approval the payment is requested at once.
  const phase = useRef(approval?.phase)
  useEffect(() => {
    if (phase.current === 'pending' && approval?.phase !== 'pending') again()
    phase.current = approval?.phase
  }, [approval?.phase, again])

  const press = () => {
    if (!plan) return
    if (Date.now() - plan.at > PLAN_LIFETIME_MS) return again()
    void send(plan, network)
  }
  const label = isApproving
    ? t('pay.button.approving')
    : plan?.step === 'approve'
      ? t('pay.button.approve', { symbol: source.symbol })
      : t('pay.button.pay', { amount: shownAmount(BigInt(bill.amount), bill.token, locale) })
  return (
    <>
      <Stack gap={2}>
        <p className="PayQuote-label">{t('pay.options')}</p>
        <div className="PayQuote-list">
          <Options options={options} chosen={source} isHeld={isHeld} onChoose={setSource} />
        </div>
      </Stack>
      {preview?.isOff ? null : plan && preview && !isApproving ? (
        <div className="PayQuote-request">
          <p className="PayQuote-label">{t('pay.quote.request')}</p>
          <RequestPreview
            description={preview.description}
            context={preview.context}
            outcome={preview.outcome}
            networkName={preview.networkName}
          />
        </div>
      ) : planned && !isApproving ? null : (
        <Skeleton count={2} />
      )}
      {obstacle || (planned && 'error' in planned) ? null : <QuoteFacts bill={bill} network={network} plan={plan} />}
      {plan?.deposit === undefined ? null : (
        <p className="PayQuote-note" data-testid="pay-opens-account">
          {t('pay.note.opensAccount', {
            symbol: bill.token.symbol,
            amount: shownAmount(plan.deposit, network.nativeCurrency, locale),
          })}
        </p>
      )}
      {planned && 'error' in planned ? (
        <Note
          title={errorText(t, serializeError(planned.error, 'service.unreachable'))}
          action={{ label: t('pay.retry'), onPress: again, testId: 'pay-quote-retry' }}
        />
      ) : obstacle ? (
        <ObstacleNote obstacle={obstacle} bill={bill} source={source} network={network} />
      ) : (
        <p className="PayQuote-note">{t(plan?.step === 'approve' ? 'pay.note.approve' : 'pay.note')}</p>
      )}
      <ReviewButtons>
        <Button kind="secondary" onPress={back} testId="pay-cancel-button">
          {t('pay.cancel')}
        </Button>
        <Button onPress={press} disabled={!plan || !preview?.isUnderstood} busy={isHeld} testId="pay-button">
          {label}
        </Button>
      </ReviewButtons>
    </>
  )
}

/** views.md §21: pays from a wallet, which is first connected and switched to the network. */
export function PayFromWallet({ bill, signal }: ViewOf) {
  const t = useMessages()
  const dispatch = useDispatch()
  const { navigate } = useCommands()
  const { network, account, wallet, isThere } = usePayer(bill)
  if (!network || !account) {
    const connect = () => {
      dispatch(walletWanted(true))
      navigate('Connect', { namespace: network?.chainNamespace ?? '' })
    }
    return (
      <Statement picture="wallet" title={t('pay.connect')} role="status">
        <Button onPress={connect} testId="pay-connect-button">
          {t('pay.connect.action')}
        </Button>
      </Statement>
    )
  }
  return (
    <Stack>
      <Head bill={bill} network={network} />
      <p className="PayQuote-note">
        {t('pay.quote.with', { name: wallet?.name ?? t('pay.wallet') })} <AddressText address={account.address} />
      </p>
      {isThere ? (
        <Order bill={bill} network={network} account={account} signal={signal} />
      ) : (
        <Note
          title={t('pay.otherNetwork', { network: network.name })}
          action={{
            label: t('pay.switch'),
            onPress: () => navigate('SwitchNetwork', { caipNetworkId: network.caipNetworkId }),
            testId: 'pay-switch-network',
          }}
        />
      )}
    </Stack>
  )
}
