import { selectAccount, selectActiveNetwork } from '@portico/contracts'
import { WALLET_PATH } from '@portico/contracts/services/secureSite'
import { findProvider, ProviderLogo } from '@portico/contracts/socials'
import { Icon, Picture, Row, RowList, useCommands, useMessages, useStyles } from '@portico/contracts/ui'
import { identityCache } from '../../account/identitySlice.ts'
import { AUTH_ID } from '../../embeddedWallet/types.ts'
import { selectOptions } from '../../settingsSlice.ts'
import { useShell, useShellSelector } from '../../shellContext.ts'
import sheet from '../Account/Account.css'
import { AccountIdentity } from '../Account/AccountIdentity.tsx'
import { AddressCopy } from '../AddressCopy.tsx'
import { Glyph } from '../Glyph.tsx'
import { useDisconnect } from '../useDisconnect.ts'
import { openPage } from '../wallets/storesOf.ts'
import { selectHasSmartAccount } from './selectHasSmartAccount.ts'

/** rules.md §5: longer addresses and names are cut. */
const USER_SHOWN_MAX = 30
const shown = (user: string) => (user.length > USER_SHOWN_MAX ? `${user.slice(0, USER_SHOWN_MAX)}…` : user)

/** How the visitor is logged in: the email address with a way to change it, or the name of the social account. */
function UserRow() {
  const user = useShellSelector(({ embeddedWallet }) => embeddedWallet)
  const provider = user?.provider === undefined ? undefined : findProvider(user.provider)
  if (!provider) return <EmailRow />
  return (
    <Row
      label={shown(user?.userName || user?.email || provider.name)}
      leading={<ProviderLogo logo={provider.logo} />}
      trailing="none"
      disabled
      testId="w3m-account-email-update"
      onPress={() => {}}
    />
  )
}

/** Hidden if email login is off, because then the code to change the address is missing. */
function EmailRow() {
  const { navigate } = useCommands()
  const { prepare, views } = useShell()
  const email = useShellSelector(({ embeddedWallet }) =>
    embeddedWallet?.provider === 'email' ? embeddedWallet.email : undefined,
  )
  if (!email || !views.find('UpdateEmailWallet')) return null
  return (
    <Row
      label={shown(email)}
      leading={<Glyph name="mail" />}
      testId="w3m-account-email-update"
      onIntent={() => prepare('UpdateEmailWallet')}
      onPress={() => navigate('UpdateEmailWallet', { redirectView: 'AccountSettings' })}
    />
  )
}

function NetworkRow() {
  const t = useMessages()
  const { navigate } = useCommands()
  const network = useShellSelector(selectActiveNetwork)
  const isSwitchable = useShellSelector((state) => selectOptions(state).enableNetworkSwitch)
  const hasChoice = useShellSelector((state) => state.networks.list.length > 1)
  const canChoose = hasChoice || !network
  if (!isSwitchable) return null
  const name = network?.name ?? t('host.unknownNetwork')
  return (
    <Row
      label={name}
      leading={<Picture name={name} src={network?.imageUrl} shape="round" />}
      trailing={canChoose ? 'chevron' : 'none'}
      disabled={!canChoose}
      testId="account-switch-network-button"
      onPress={() => navigate('Networks')}
    />
  )
}

/** Links to the secure site, where the owner signs in again: keys are shown there, and never in this window. */
function ManageWalletRow() {
  const t = useMessages()
  const { projectId, endpoints } = useShellSelector(selectOptions)
  if (!projectId || !endpoints.secureSite) return null
  const { href } = new URL(`${WALLET_PATH}?${new URLSearchParams({ projectId })}`, endpoints.secureSite)
  return (
    <Row
      label={t('host.settings.manageWallet')}
      leading={<Glyph name="key" />}
      trailing="external"
      testId="account-manage-wallet-button"
      onPress={() => openPage(href)}
    />
  )
}

/** views.md §11.2: the settings for the embedded wallet's account. */
export function AccountSettings() {
  useStyles(sheet)
  const t = useMessages()
  const { navigate } = useCommands()
  const account = useShellSelector((state) => selectAccount(state))
  const network = useShellSelector(selectActiveNetwork)
  const hasSmartAccount = useShellSelector(selectHasSmartAccount)
  const hasName = useShellSelector((state) => Boolean(identityCache.select(state, account)?.value?.name))
  const { projectId, basic } = useShellSelector(selectOptions)
  const leave = useDisconnect(account)

  if (!account) return null
  const isEmbedded = account.connectorId === AUTH_ID
  // Names require a project.
  const canHaveName = isEmbedded && account.namespace === 'eip155' && !hasName && projectId && !basic
  return (
    <div className="Account">
      <div className="Account-who">
        <AccountIdentity account={account} network={network} />
        <AddressCopy address={account.address} testId="account-settings-address" />
      </div>
      <RowList>
        {isEmbedded ? <UserRow /> : null}
        <NetworkRow />
        {hasSmartAccount ? (
          <Row
            label={t('host.title.smartAccount')}
            leading={<Glyph name="smartAccount" />}
            testId="account-smart-account-settings-button"
            onPress={() => navigate('SmartAccountSettings')}
          />
        ) : null}
        {canHaveName ? (
          <Row
            label={t('host.settings.chooseName')}
            leading={<Glyph name="name" />}
            testId="account-choose-name-button"
            onPress={() => navigate('ChooseAccountName')}
          />
        ) : null}
        {isEmbedded ? <ManageWalletRow /> : null}
        <Row
          label={t('host.account.disconnect')}
          leading={<Icon name="disconnect" />}
          trailing="none"
          testId="disconnect-button"
          onPress={leave}
        />
      </RowList>
    </div>
  )
}
