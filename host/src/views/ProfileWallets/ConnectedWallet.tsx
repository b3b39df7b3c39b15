import type { ChainNamespace, Connection } from '@portico/contracts'
import { IconButton, useMessages } from '@portico/contracts/ui'
import { SmallButton } from './SmallButton.tsx'
import { useWalletActions } from './useWalletActions.ts'
import { useDescription, WalletLine } from './WalletLine.tsx'

/** A connected wallet that is not the active one. */
export function ConnectedWallet({ namespace, connection }: { namespace: ChainNamespace; connection: Connection }) {
  const t = useMessages()
  const { name, imageUrl } = useDescription(namespace, connection)
  const { leave, turnTo, isBusy } = useWalletActions(namespace, connection.connectorId)
  return (
    <li className="ProfileWallets-wallet" data-testid="active-connection">
      <WalletLine name={name} imageUrl={imageUrl} address={connection.accounts[0].address}>
        <SmallButton
          label={t('host.profile.switch')}
          about={name}
          busy={isBusy}
          testId="wui-inactive-profile-wallet-item-button"
          onPress={() => turnTo()}
        />
        <IconButton icon="disconnect" label={t('host.profile.disconnect', { name })} onPress={leave} />
      </WalletLine>
    </li>
  )
}
