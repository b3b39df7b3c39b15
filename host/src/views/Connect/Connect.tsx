import { type Connector, selectActiveNamespace, selectConnectors } from '@portico/contracts'
import { Picture, Row, RowList, Statement, useCommands, useMessages, useStyles } from '@portico/contracts/ui'
import { connect } from '../../connections/connect.ts'
import { statusOfConnector } from '../../connections/connectionsSlice.ts'
import { selectOptions } from '../../settingsSlice.ts'
import { useShell, useShellDispatch, useShellSelector } from '../../shellContext.ts'
import sheet from './Connect.css'
import { isLookAlike } from './isLookAlike.ts'
import { LegalFooter } from './LegalFooter.tsx'

function WalletRow({ connector, all }: { connector: Connector; all: readonly Connector[] }) {
  const t = useMessages()
  const dispatch = useShellDispatch()
  const { prepare } = useShell()
  const { navigate } = useCommands()
  const { id, name, namespace, imageUrl } = connector

  const isConnected = useShellSelector(
    (state) => statusOfConnector(state.connections.families[namespace], id, []) === 'connected',
  )

  const onPress = () => {
    // Both in the press itself, so that a wallet may open its window.
    const signal = navigate('ConnectingExternal', { namespace, connectorId: id })
    dispatch(connect({ namespace, connectorId: id }, { signal })).catch(() => {}) // the view that waits shows it
  }
  return (
    <Row
      label={name}
      leading={<Picture name={name} src={imageUrl} />}
      tag={
        isLookAlike(connector, all)
          ? { text: t('host.connect.lookAlike'), kind: 'caution' }
          : isConnected
            ? { text: t('host.connect.connected'), kind: 'accent' }
            : { text: t('host.connect.installed'), kind: 'neutral' }
      }
      trailing="none"
      testId={`wallet-selector-${id.toLowerCase()}`}
      onPress={onPress}
      onIntent={() => prepare('Account')}
    />
  )
}

/** views.md §6.1: the ways to connect. */
export function Connect() {
  useStyles(sheet)
  const t = useMessages()
  const { enableWallets } = useShellSelector(selectOptions)
  const connectors = useShellSelector((state) => selectConnectors(state, selectActiveNamespace(state)))
  return (
    <div className="Connect" data-testid="w3m-connect-scroll-view">
      {!enableWallets ? null : connectors.length > 0 ? (
        <RowList label={t('host.connect.wallets')}>
          {connectors.map((connector) => (
            <WalletRow key={connector.id} connector={connector} all={connectors} />
          ))}
        </RowList>
      ) : (
        <Statement picture="wallet" title={t('host.connect.emptyTitle')} detail={t('host.connect.emptyDetail')} />
      )}
      <LegalFooter />
    </div>
  )
}
