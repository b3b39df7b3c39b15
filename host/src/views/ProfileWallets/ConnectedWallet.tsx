import { type ChainNamespace, type Connection, truncateMiddle } from '@portico/contracts'
import { Button, IconButton, Picture, useMessages } from '@portico/contracts/ui'
import { describeConnection } from '../../connections/describeConnection.ts'
import { useShellSelector } from '../../shellContext.ts'
import { useWalletActions } from './useWalletActions.ts'

/** A wallet that is connected beside the active one. */
export function ConnectedWallet({ namespace, connection }: { namespace: ChainNamespace; connection: Connection }) {
  const t = useMessages()
  const name = useShellSelector((state) => describeConnection(state, namespace, connection).name)
  const imageUrl = useShellSelector((state) => describeConnection(state, namespace, connection).imageUrl)
  const { leave, turnTo, isBusy } = useWalletActions(namespace, connection.connectorId)
  return (
    <li className="ProfileWallets-wallet" data-testid="active-connection">
      <div className="ProfileWallets-line">
        <Picture name={name} src={imageUrl} />
        <span className="ProfileWallets-name">
          {name}
          <span className="ProfileWallets-detail">{truncateMiddle(connection.accounts[0].address, 6, 4)}</span>
        </span>
        <Button kind="quiet" busy={isBusy} testId="wui-inactive-profile-wallet-item-button" onPress={() => turnTo()}>
          {t('host.profile.switch')}
        </Button>
        <IconButton icon="disconnect" label={t('host.profile.disconnect', { name })} onPress={leave} />
      </div>
    </li>
  )
}
