import { type ChainNamespace, selectConnectors, type ViewProps, WALLET_CONNECT_ID } from '@portico/contracts'
import { Picture, Row, RowList, Statement, useCommands, useMessages } from '@portico/contracts/ui'
import { connect } from '../../connections/connect.ts'
import { walletPicked } from '../../connections/pairingSlice.ts'
import { useShellDispatch, useShellSelector } from '../../shellContext.ts'
import { FAMILY_TITLES } from '../familyTitles.ts'

/** views.md §8.3: which family of a wallet that serves several. */
export function ConnectingMultiChain({ params }: ViewProps<'ConnectingMultiChain'>) {
  const t = useMessages()
  const dispatch = useShellDispatch()
  const { navigate } = useCommands()
  const [first] = params.members
  const wallet = useShellSelector((state) =>
    first
      ? selectConnectors(state, first.namespace as ChainNamespace).find(({ id }) => id === first.connectorId)
      : undefined,
  )
  const name = wallet?.name ?? ''

  const choose = (namespace: ChainNamespace, connectorId: string) => {
    if (connectorId === WALLET_CONNECT_ID) {
      dispatch(walletPicked(undefined))
      navigate('ConnectingWalletConnect', {})
      return
    }
    // Both in the press itself, so that a wallet may open its window.
    const signal = navigate('ConnectingExternal', { namespace, connectorId })
    dispatch(connect({ namespace, connectorId }, { signal })).catch(() => {}) // the view that waits shows it
  }
  return (
    <Statement
      picture={<Picture name={name} src={wallet?.imageUrl} size={56} />}
      title={t('host.multiChain.title', { name })}
      detail={t('host.multiChain.detail')}
    >
      <RowList label={t('host.multiChain.families')}>
        {params.members.map(({ namespace, connectorId }) => (
          <Row
            key={namespace}
            label={t(FAMILY_TITLES[namespace as ChainNamespace])}
            testId={`wui-list-chain-${namespace}`}
            onPress={() => choose(namespace as ChainNamespace, connectorId)}
          />
        ))}
      </RowList>
    </Statement>
  )
}
