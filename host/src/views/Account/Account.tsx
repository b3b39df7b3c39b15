import { selectAccount, selectActiveNetwork, selectConnection, truncateMiddle } from '@portico/contracts'
import { AddressText, Icon, Picture, Row, RowList, useCommands, useMessages, useStyles } from '@portico/contracts/ui'
import { useEffect } from 'react'
import { selectBalance } from '../../account/balanceSlice.ts'
import { loadBalance } from '../../account/loadBalance.ts'
import { describeConnection } from '../../connections/describeConnection.ts'
import { disconnect } from '../../connections/disconnect.ts'
import { isMultiWallet } from '../../connections/establish.ts'
import { useShellDispatch, useShellSelector } from '../../shellContext.ts'
import type { RootState } from '../../store.ts'
import sheet from './Account.css'
import { AccountActions } from './AccountActions.tsx'
import { AccountBalance } from './AccountBalance.tsx'
import { AccountIdentity } from './AccountIdentity.tsx'
import { AccountRows } from './AccountRows.tsx'

/** views.md §11.1: who is connected, what is there, and what can be done with it. */
export function Account() {
  useStyles(sheet)
  const t = useMessages()
  const { copy, navigate, replace, showSnack } = useCommands()
  const dispatch = useShellDispatch()
  const account = useShellSelector((state) => selectAccount(state))
  const network = useShellSelector(selectActiveNetwork)
  const isMulti = useShellSelector(isMultiWallet)
  const wallet = (state: RootState) => {
    const connection = account && selectConnection(state, account.namespace)
    return connection && describeConnection(state, account.namespace, connection)
  }
  const walletName = useShellSelector((state) => wallet(state)?.name ?? '')
  const walletImage = useShellSelector((state) => wallet(state)?.imageUrl)
  const balanceSerial = useShellSelector((state) => selectBalance(state, account)?.serial)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it also counts what has made the balance out of date
  useEffect(() => {
    if (account && network) void dispatch(loadBalance(account, network))
  }, [account, network, balanceSerial, dispatch])

  if (!account) return null
  const leave = () => {
    dispatch(disconnect(account.namespace, isMulti ? account.connectorId : undefined)).then(
      () =>
        dispatch((_, getState) => {
          // With several wallets the next one has taken its place; the window was open for this one.
          if (!selectAccount(getState(), account.namespace)) return
          replace('ProfileWallets')
          showSnack({ variant: 'success', text: t('host.profile.disconnected') })
        }),
      () => showSnack({ variant: 'error', text: t('host.account.disconnectFailed') }),
    )
  }
  return (
    <div className="Account">
      <div className="Account-who">
        <AccountIdentity account={account} network={network} />
        <button
          type="button"
          className="Account-address"
          data-testid="account-settings-address"
          aria-label={t('host.account.copy', { address: truncateMiddle(account.address, 6, 4) })}
          onClick={() => void copy(account.address, t('host.account.copied'))}
        >
          <AddressText address={account.address} />
          <Icon name="copy" size={16} />
        </button>
        <AccountBalance account={account} network={network} />
      </div>
      <AccountActions namespace={account.namespace} />
      <RowList>
        <AccountRows account={account} network={network} />
        <Row
          label={t('host.account.wallets')}
          detail={walletName}
          leading={<Picture name={walletName} src={walletImage} />}
          testId="wui-wallet-switch"
          onPress={() => navigate('ProfileWallets')}
        />
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
