import type { ChainNamespace, Connection } from '@portico/contracts'
import { AddressText, IconButton, Picture, useMessages } from '@portico/contracts/ui'
import { describeConnection } from '../../connections/describeConnection.ts'
import { useShellSelector } from '../../shellContext.ts'
import { SmallButton } from './SmallButton.tsx'
import { useWalletActions } from './useWalletActions.ts'

/** A connected wallet that is not the active one. */
export function ConnectedWallet({ namespace, connection }: { namespace: ChainNamespace; connection: Connection }) {
  const t = useMessages()
  const name = useShellSelector((state) => describeConnection(state, namespace, connection).name)
  const imageUrl = useShellSelector((state) => describeConnection(state, namespace, connection).imageUrl)
  const { leave, turnTo, isBusy } = useWalletActions(namespace, connection.connectorId)
  return (
    <li className="ProfileWallets-wallet" data-testid="active-connection">
      <div className="ProfileWallets-line">
        <Picture name={name} src={imageUrl} />
        <span className="ProfileWallets-who">
          <bdi className="ProfileWallets-name" title={name}>
            {name}
          </bdi>
          <span className="ProfileWallets-detail">
            <AddressText address={connection.accounts[0].address} />
          </span>
        </span>
        <span className="ProfileWallets-actions">
          <SmallButton
            label={t('host.profile.switch')}
            about={name}
            busy={isBusy}
            testId="wui-inactive-profile-wallet-item-button"
            onPress={() => turnTo()}
          />
          <IconButton icon="disconnect" label={t('host.profile.disconnect', { name })} onPress={leave} />
        </span>
      </div>
    </li>
  )
}
