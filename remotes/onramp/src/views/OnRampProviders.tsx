import { type HostState, selectActiveNetwork, type ViewProps } from '@portico/contracts'
import {
  Button,
  errorText,
  Icon,
  Picture,
  Row,
  RowList,
  Skeleton,
  Statement,
  useCommands,
  useMessages,
  useStyles,
} from '@portico/contracts/ui'
import { useDispatch, useSelector } from 'react-redux'
import { selectListed, sellersOn } from '../offer.ts'
import { isOver, type OnrampRoot, providerChosen, selectPurchase } from '../onrampSlice.ts'
import { useOptions } from '../useOptions.ts'
import { useOpening, useTell } from '../useTell.ts'
import sheet from './OnRampProviders.css'
import { WhereSold } from './WhereSold.tsx'

/** views.md §17: the sellers on this network. */
export default function OnRampProviders(props: ViewProps<'OnRampProviders'>) {
  return (
    <WhereSold>
      <Providers {...props} />
    </WhereSold>
  )
}

function Providers({ signal }: ViewProps<'OnRampProviders'>) {
  useStyles(sheet)
  useOpening(signal, 'SELECT_BUY_CRYPTO')
  const tell = useTell()
  const t = useMessages()
  const dispatch = useDispatch()
  const { navigate } = useCommands()
  const network = useSelector((state: HostState) => selectActiveNetwork(state))
  const listed = useSelector(selectListed)
  const purchase = useSelector((root: OnrampRoot) => selectPurchase(root))
  const { value, error, retry } = useOptions()
  const sellers = value && network ? sellersOn(value, network.caipNetworkId, listed) : []

  if (error && !value) {
    return (
      <Statement picture="alert" tone="danger" title={t('onramp.failed')} detail={errorText(t, error)} role="alert">
        <Button kind="secondary" icon="retry" testId="onramp-retry" onPress={retry}>
          {t('onramp.retry')}
        </Button>
      </Statement>
    )
  }
  return (
    <div className="OnRampProviders">
      {purchase && !isOver(purchase) ? (
        <Row
          label={t('onramp.providers.current')}
          detail={purchase.providerName}
          leading={<Icon name="card" />}
          testId="onramp-current"
          onPress={() => navigate('BuyInProgress')}
        />
      ) : null}
      {!value ? (
        <div role="status" aria-label={t('onramp.loading')}>
          <Skeleton count={2} />
        </div>
      ) : sellers.length > 0 ? (
        <RowList label={t('onramp.providers.list')}>
          {sellers.map(({ id, name, fee_range: range }) => (
            <Row
              key={id}
              label={name}
              {...(range && { detail: t('onramp.providers.fee', { range }) })}
              leading={<Picture name={name} shape="round" />}
              testId={`onramp-provider-${id}`}
              onPress={() => {
                tell('SELECT_BUY_PROVIDER', { provider: id })
                dispatch(providerChosen(id))
                navigate('OnRampBuy')
              }}
            />
          ))}
        </RowList>
      ) : (
        <Statement
          picture="card"
          title={t('onramp.nobody', { network: network?.name ?? '' })}
          detail={t('onramp.nobody.hint')}
          role="status"
        />
      )}
      <p className="OnRampProviders-foot">
        {t('onramp.providers.hint')}
        <button
          type="button"
          className="OnRampProviders-how"
          data-testid="onramp-how"
          onClick={() => navigate('WhatIsABuy')}
        >
          {t('onramp.providers.how')}
        </button>
      </p>
    </div>
  )
}
