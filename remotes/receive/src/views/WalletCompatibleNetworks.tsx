import { type HostState, selectAccount, selectNetworks } from '@portico/contracts'
import { Picture, useMessages, useStyles } from '@portico/contracts/ui'
import { useSelector } from 'react-redux'
import { compatibleNetworks } from '../compatibleNetworks.ts'
import sheet from './WalletCompatibleNetworks.css'

/** The networks on which this address can be paid, and a warning about others. */
export default function WalletCompatibleNetworks() {
  useStyles(sheet)
  const t = useMessages()
  const account = useSelector((state: HostState) => selectAccount(state))
  const networks = useSelector(selectNetworks)
  if (!account) return null
  const compatible = compatibleNetworks(networks, account)
  return (
    <div className="WalletCompatibleNetworks">
      <p className="WalletCompatibleNetworks-warning">
        {t('receive.networks.only', { count: compatible.length })} {t('receive.networks.warning')}
      </p>
      <ul className="WalletCompatibleNetworks-list">
        {compatible.map(({ caipNetworkId, name, imageUrl }) => (
          <li key={caipNetworkId} className="WalletCompatibleNetworks-item">
            <Picture name={name} src={imageUrl} shape="round" />
            {name}
          </li>
        ))}
      </ul>
    </div>
  )
}
