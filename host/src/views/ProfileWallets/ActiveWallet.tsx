import {
  type ChainNamespace,
  type Connection,
  selectActiveNamespace,
  selectNetwork,
  truncateMiddle,
} from '@portico/contracts'
import { explorerLink } from '@portico/contracts/chains/explorerLink'
import { IconButton, useCommands, useMessages } from '@portico/contracts/ui'
import { AUTH_ID } from '../../embeddedWallet/types.ts'
import { useShellSelector } from '../../shellContext.ts'
import { openPage } from '../wallets/storesOf.ts'
import { AccountLine } from './AccountLine.tsx'
import { SmallButton } from './SmallButton.tsx'
import { useWalletActions } from './useWalletActions.ts'
import { useDescription, WalletLine } from './WalletLine.tsx'

/** A family's active wallet, with all of the wallet's accounts. */
export function ActiveWallet({ namespace, connection }: { namespace: ChainNamespace; connection: Connection }) {
  const t = useMessages()
  const { navigate } = useCommands()
  const isOfPage = useShellSelector(selectActiveNamespace) === namespace
  // The settings are those of the page's active account.
  const hasSettings = isOfPage && connection.connectorId === AUTH_ID
  const { name, imageUrl } = useDescription(namespace, connection)
  const network = useShellSelector((state) => selectNetwork(state, connection.caipNetworkId))
  const { leave, turnTo, isBusy } = useWalletActions(namespace, connection.connectorId)
  const [{ address }] = connection.accounts
  const explorer = network && explorerLink(network, 'address', address)
  return (
    <li className="ProfileWallets-wallet ProfileWallets-active" data-testid="wui-active-profile-wallet-item">
      <WalletLine name={name} imageUrl={imageUrl} tag={t('host.profile.active')}>
        {hasSettings ? (
          <SmallButton
            label={t('host.profile.settings')}
            about={name}
            busy={false}
            testId="wui-active-profile-wallet-item-more-button"
            onPress={() => navigate('AccountSettings')}
          />
        ) : null}
        {explorer ? (
          <IconButton icon="external" label={t('host.account.explorer')} onPress={() => openPage(explorer)} />
        ) : null}
        <IconButton
          icon="disconnect"
          label={t('host.profile.disconnect', { name })}
          testId="wui-active-profile-wallet-item-disconnect-button"
          onPress={leave}
        />
      </WalletLine>
      {connection.accounts.map((account, index) => (
        <div className="ProfileWallets-line" key={`${account.type} ${account.address}`}>
          <AccountLine namespace={namespace} account={account} />
          {index > 0 || !isOfPage ? (
            <span className="ProfileWallets-actions">
              <SmallButton
                label={t('host.profile.switch')}
                about={truncateMiddle(account.address, 6, 4)}
                busy={isBusy}
                testId="wui-active-profile-wallet-item-switch-button"
                onPress={() => turnTo(account.address)}
              />
            </span>
          ) : null}
        </div>
      ))}
    </li>
  )
}
