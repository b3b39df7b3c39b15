import { selectNetwork, truncateMiddle } from '@portico/contracts'
import { formatDecimal, readDecimal } from '@portico/contracts/money'
import { Button, LoadingRing, Picture, Statement, useCommands, useLocale, useMessages } from '@portico/contracts/ui'
import { Stack } from '@portico/contracts/ui/forms'
import { useDispatch, useSelector } from 'react-redux'
import { buyErrorText } from '../buyError.ts'
import { buyWindows } from '../buyWindows.ts'
import { type OnrampRoot, type Purchase, type PurchasePhase, selectPurchase, windowOpened } from '../onrampSlice.ts'
import { useBuy } from '../useBuy.ts'

/** The texts for a purchase's phase. */
function useWords(purchase: Purchase) {
  const locale = useLocale()
  const network = useSelector((state: OnrampRoot) => selectNetwork(state, purchase.caipNetworkId))
  const { amount, currency: symbol } = purchase.quote.purchaseAmount
  const read = readDecimal(amount)
  return {
    name: purchase.providerName,
    amount: read ? formatDecimal(read, locale) : amount,
    symbol,
    network: network?.name ?? purchase.caipNetworkId,
    address: truncateMiddle(purchase.address, 6, 4),
    order: purchase.orderId ?? '',
    host: purchase.url ? new URL(purchase.url).host : '',
  }
}

/** Reopens the payment page in its own window, or offers its link for another device. */
function PageButtons({ purchase, label }: { purchase: Purchase; label: string | undefined }) {
  const t = useMessages()
  const dispatch = useDispatch()
  const { copy } = useCommands()
  const { id, url } = purchase
  if (!url) return null
  return (
    <>
      {label ? (
        <Button
          icon="external"
          testId="onramp-open"
          onPress={() => {
            if (buyWindows.open(id, url)) dispatch(windowOpened(id))
          }}
        >
          {label}
        </Button>
      ) : null}
      <Button kind="quiet" icon="copy" testId="onramp-copy" onPress={() => void copy(url, t('onramp.buy.copied'))}>
        {t('onramp.buy.copy')}
      </Button>
    </>
  )
}

function Failed({ purchase }: { purchase: Purchase }) {
  const t = useMessages()
  const { back } = useCommands()
  const buy = useBuy()
  const { error } = purchase
  const words = useWords(purchase)
  const isPriceOver = error?.service === 'onramp.quoteOver'
  return (
    <Statement
      picture={
        <LoadingRing state="failed" shape="round">
          <Picture name={purchase.providerName} size={80} shape="round" />
        </LoadingRing>
      }
      tone="danger"
      title={t('onramp.buy.failed')}
      detail={error ? buyErrorText(t, error) : t('onramp.buy.failed.hint', words)}
      role="alert"
    >
      {isPriceOver ? (
        <Button kind="secondary" testId="onramp-new-price" onPress={back}>
          {t('onramp.buy.newPrice')}
        </Button>
      ) : (
        <Button kind="secondary" icon="retry" testId="onramp-again" onPress={() => buy(purchase)}>
          {t('onramp.buy.retry')}
        </Button>
      )}
    </Statement>
  )
}

/** The provider's page is open, or has to be opened again. */
function Underway({ purchase }: { purchase: Purchase }) {
  const t = useMessages()
  const words = useWords(purchase)
  const { phase, orderId } = purchase
  const picture = <Picture name={purchase.providerName} size={80} shape="round" />
  if (phase === 'blocked') {
    return (
      <Statement
        picture={picture}
        title={t('onramp.buy.blocked')}
        detail={t('onramp.buy.blocked.hint', words)}
        role="alert"
      >
        <PageButtons purchase={purchase} label={t('onramp.buy.open')} />
      </Statement>
    )
  }
  if (phase === 'closed') {
    const isKnown = orderId !== undefined
    return (
      <Statement
        picture={picture}
        title={t(isKnown ? 'onramp.buy.closed' : 'onramp.buy.unseen')}
        detail={t(isKnown ? 'onramp.buy.closed.hint' : 'onramp.buy.unseen.hint', words)}
        role="alert"
      >
        <PageButtons purchase={purchase} label={t('onramp.buy.again')} />
      </Statement>
    )
  }
  const running = <LoadingRing shape="round">{picture}</LoadingRing>
  if (phase === 'preparing') {
    return <Statement picture={running} title={t('onramp.buy.preparing', words)} role="status" />
  }
  if (phase === 'paid') {
    return (
      <Statement
        picture={running}
        title={t('onramp.buy.paid')}
        detail={t('onramp.buy.paid.hint', words)}
        role="status"
      />
    )
  }
  return (
    <Statement
      picture={running}
      title={t('onramp.buy.waiting', words)}
      detail={t('onramp.buy.waiting.hint', words)}
      role="status"
    >
      <PageButtons purchase={purchase} label={undefined} />
    </Statement>
  )
}

/** The money has arrived, or its fate is unknown. */
function Over({ purchase }: { purchase: Purchase }) {
  const t = useMessages()
  const { replace } = useCommands()
  const words = useWords(purchase)
  const isDelivered = purchase.phase === 'delivered'
  return (
    <Statement
      picture={isDelivered ? 'check' : 'alert'}
      tone={isDelivered ? 'positive' : 'neutral'}
      title={t(isDelivered ? 'onramp.buy.delivered' : 'onramp.buy.lost', words)}
      detail={t(isDelivered ? 'onramp.buy.delivered.hint' : 'onramp.buy.lost.hint', words)}
      role={isDelivered ? 'status' : 'alert'}
    >
      <Button testId="onramp-done" onPress={() => replace('Account')}>
        {t('onramp.buy.done')}
      </Button>
    </Statement>
  )
}

const VIEWS: Readonly<Record<PurchasePhase, typeof Underway>> = {
  preparing: Underway,
  blocked: Underway,
  open: Underway,
  closed: Underway,
  paid: Underway,
  failed: Failed,
  delivered: Over,
  lost: Over,
}

/** views.md §17: shows a purchase while the visitor pays on the provider's page, and then the purchase's outcome. */
export default function BuyInProgress() {
  const t = useMessages()
  const purchase = useSelector((state: OnrampRoot) => selectPurchase(state))
  const View = purchase && VIEWS[purchase.phase]
  return (
    <Stack data-phase={purchase?.phase} data-hash={purchase?.txHash}>
      {purchase && View ? (
        <View purchase={purchase} />
      ) : (
        <Statement picture="card" title={t('onramp.buy.none')} role="status" />
      )}
    </Stack>
  )
}
