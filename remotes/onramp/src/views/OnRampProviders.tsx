import { type HostState, selectActiveNetwork, type ViewProps } from '@portico/contracts'
import { Icon, Picture, Row, RowList, useCommands, useMessages, useStyles } from '@portico/contracts/ui'
import { Loading, Stack, useOpening, useTrack } from '@portico/contracts/ui/forms'
import { useDispatch, useSelector } from 'react-redux'
import { selectListed, sellersOn } from '../offer.ts'
import { isOver, type OnrampRoot, providerChosen, selectIsSmartAccount, selectPurchase } from '../onrampSlice.ts'
import { useOptions } from '../useOptions.ts'
import { NobodySells, NoOffers } from './NoOffers.tsx'
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
  const track = useTrack()
  const isSmartAccount = useSelector(selectIsSmartAccount)
  useOpening(signal, 'SELECT_BUY_CRYPTO', { isSmartAccount })
  const t = useMessages()
  const dispatch = useDispatch()
  const { navigate } = useCommands()
  const network = useSelector((state: HostState) => selectActiveNetwork(state))
  const listed = useSelector(selectListed)
  const purchase = useSelector((root: OnrampRoot) => selectPurchase(root))
  const { value, error, retry } = useOptions()
  const sellers = value && network ? sellersOn(value, network.caipNetworkId, listed) : []

  if (error && !value) return <NoOffers error={error} onRetry={retry} />
  return (
    <Stack>
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
        <Loading label={t('onramp.loading')} count={2} />
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
                track('SELECT_BUY_PROVIDER', { isSmartAccount, provider: id })
                dispatch(providerChosen(id))
                navigate('OnRampBuy')
              }}
            />
          ))}
        </RowList>
      ) : (
        <NobodySells network={network} />
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
    </Stack>
  )
}
