import { type Network, selectAccount, selectActiveNetworkId, selectNetworks } from '@portico/contracts'
import { Button, Picture, Row, RowList, useCommands, useMessages, useStyles } from '@portico/contracts/ui'
import { switchNetwork } from '../../connections/switchNetwork.ts'
import { useShellDispatch, useShellSelector } from '../../shellContext.ts'
import sheet from './Networks.css'

/** The networks of the page. Choosing one asks the wallet, or just goes there while none is connected. */
export function NetworkList({ onChosen }: { onChosen: () => void }) {
  useStyles(sheet)
  const t = useMessages()
  const dispatch = useShellDispatch()
  const { navigate } = useCommands()
  const networks = useShellSelector(selectNetworks)
  const activeId = useShellSelector(selectActiveNetworkId)
  const account = useShellSelector((state) => selectAccount(state))

  const choose = ({ caipNetworkId }: Network) => {
    if (caipNetworkId === activeId) return onChosen()
    if (account) navigate('SwitchNetwork', { caipNetworkId })
    else dispatch(switchNetwork(caipNetworkId)).then(onChosen, () => {}) // without a wallet nothing can refuse
  }
  return (
    <div className="Networks-list">
      <RowList label={t('host.title.networks')}>
        {networks.map((network) => (
          <Row
            key={network.caipNetworkId}
            label={network.name}
            leading={<Picture name={network.name} src={network.imageUrl} shape="round" />}
            selected={network.caipNetworkId === activeId}
            trailing={network.caipNetworkId === activeId ? 'check' : 'none'}
            testId={`w3m-network-switch-${network.name}`}
            onPress={() => choose(network)}
          />
        ))}
      </RowList>
    </div>
  )
}

/** views.md §13.1 */
export function Networks() {
  useStyles(sheet)
  const t = useMessages()
  const { back, navigate } = useCommands()
  return (
    <div className="Networks">
      <NetworkList onChosen={back} />
      <div className="Networks-footer">
        <p className="Networks-help">{t('host.networks.help')}</p>
        <Button kind="quiet" icon="help" testId="network-help-button" onPress={() => navigate('WhatIsANetwork')}>
          {t('host.networks.what')}
        </Button>
      </div>
    </div>
  )
}
